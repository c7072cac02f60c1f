import { ServiceConfig } from '@souk/runtime'

export const PricingConfig = ServiceConfig
