import { ServiceConfig } from '@souk/runtime'
import { z } from 'zod'

const PROVIDER = /^[\w-]{1,100}$/

export const PricingConfig = ServiceConfig.extend({
  FULFILLMENT_PROVIDERS: z
    .string()
    .default('manual_manual')
    .transform((text) => text.split(',').map((id) => id.trim()))
    .refine((ids) => ids.every((id) => PROVIDER.test(id)), 'must be ids, divided by commas')
    .describe('Who may be charged with fulfilment, by hand: ids, divided by commas'),
})
