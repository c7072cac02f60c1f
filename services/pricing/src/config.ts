import { ServiceConfig } from '@souk/runtime'
import { z } from 'zod'

const PROVIDER = /^[\w-]{1,100}$/

export const PricingConfig = ServiceConfig.extend({
  FULFILLMENT_PROVIDERS: z
    .string()
    .default('manual_manual')
    .transform((text) => text.split(',').map((id) => id.trim()))
    .refine((ids) => ids.every((id) => PROVIDER.test(id)), 'must be ids, divided by commas')
    .describe('Manual fulfillment providers: comma-separated IDs'),
  STOREFRONT_CACHE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(4096)
    .refine((mb) => mb === 0 || mb >= 8, 'must be 0, or 8 and more')
    .default(64)
    .describe(
      "Size of a replica's cache, in MB: products as shown to storefront guests, shipping options of sales channels, and list counts, until they change; a quarter of it in addition for administrators' lists of products; 0: no cache",
    ),
})
