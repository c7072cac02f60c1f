import { z } from 'zod'
import { Amount, asked, CurrencyCode, Id, Timestamp } from '../fields/common.ts'

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

/** The sums over the orders of a set. */
export const orderSetTotals = {
  currency_code: CurrencyCode,
  total: Amount.describe('The sum over all of its orders, like the other totals.'),
  subtotal: Amount,
  tax_total: Amount,
  shipping_total: Amount,
  shipping_tax_total: Amount,
} as const

/** Of an order that a storefront shows. */
export const askedOrderSet = () =>
  asked((): z.ZodType => OrderSetOfOrder)
    .optional()
    .describe('The order set it belongs to, with the other orders of its cart. Absent unless requested with `fields`.')
