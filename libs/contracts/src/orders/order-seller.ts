import type { z } from 'zod'
import { asked } from '../fields/common.ts'
import { StoreSeller } from '../sellers/store-seller.ts'

/** The seller of an order, as the public may see it. */
export const askedSeller = () =>
  asked((): z.ZodType => StoreSeller)
    .optional()
    .describe('The seller, if requested with `fields`; null for an order of the marketplace itself.')
