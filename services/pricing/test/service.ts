import { startTestService, type TestServers } from '@souk/runtime/testing'
import { pricingService } from '../src/service.ts'

export const startPricing = (servers?: TestServers) => startTestService(pricingService, { ...(servers && { servers }) })

export type PricingUnderTest = Awaited<ReturnType<typeof startPricing>>
