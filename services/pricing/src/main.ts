import { runService } from '@souk/runtime'
import { pricingService } from './service.ts'

await runService(pricingService)
