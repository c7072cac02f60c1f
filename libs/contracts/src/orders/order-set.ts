import { z } from 'zod'
import { Amount, asked, CurrencyCode, Id, Timestamp } from '../fields/common.ts'

/**
 * The set of an order: the orders placed from one cart, one for each seller. An order without a cart, such as a converted draft,
 * is a set of its own; so is one written before sets were stored.
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
  subtotal: Amount.describe(
    'After discounts, unlike that of an order, and before taxes and credit: without credit, total - tax_total.',
  ),
  tax_total: Amount,
  shipping_total: Amount,
  shipping_tax_total: Amount,
} as const

/** The set of an order, in storefronts and for administrators. */
export const askedOrderSet = () =>
  asked((): z.ZodType => OrderSetOfOrder)
    .optional()
    .describe('The order set it belongs to, with the other orders of its cart. Absent unless requested with `fields`.')
