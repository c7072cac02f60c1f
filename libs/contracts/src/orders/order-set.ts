import { z } from 'zod'
import { asked, Id, Timestamp } from '../fields/common.ts'

/**
 * The set that an order belongs to: the orders that one cart became, one of each seller. An order that no cart became, such as a
 * converted draft, is a set of its own; so is one from before sets were kept.
 */
export const OrderSetOfOrder = z
  .object({
    id: Id,
    display_id: z.number().describe('That of the first order of the set.'),
    created_at: Timestamp,
  })
  .meta({ id: 'OrderSetOfOrder' })
export type OrderSetOfOrder = z.infer<typeof OrderSetOfOrder>

/** Of an order that a storefront shows. */
export const askedOrderSet = () =>
  asked((): z.ZodType => OrderSetOfOrder)
    .optional()
    .describe('The set that it belongs to, with the other orders of its cart. Absent unless `fields` asks for it.')
