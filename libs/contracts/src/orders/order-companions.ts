import { cartTotals } from '../cart/totals.ts'
import type { Companions } from '../fields/fields.ts'

/** Fields that clients of Medusa expect in addition to the requested ones: with totals, the parts that they sum up. */
export const LISTED_ORDER_COMPANIONS: readonly Companions[] = [
  { bring: ['status', 'version', 'payment_status', 'fulfillment_status'] },
  { of: ['region'], bring: ['region_id'] },
  { of: ['customer'], bring: ['customer_id'] },
  { of: ['sales_channel'], bring: ['sales_channel_id'] },
  {
    of: Object.keys(cartTotals),
    bring: [
      'region_id',
      'customer_id',
      'sales_channel_id',
      '*items',
      'items.tax_lines',
      'items.adjustments',
      '*shipping_methods',
      'shipping_methods.tax_lines',
      'shipping_methods.adjustments',
      '*credit_lines',
      '*promotions',
    ],
  },
]

/** For lists that show items with any `fields`: administrators', a customer's own, and sellers' of a customer's orders. */
export const WITH_ITEMS_COMPANIONS: readonly Companions[] = [...LISTED_ORDER_COMPANIONS, { bring: ['*items', 'items.detail'] }]

/** The default fields of such a list: those of its entries, and items without the sold products. */
export const withItemsDefaults = ({ shape }: { shape: object }): string[] => [
  ...Object.keys(shape).filter((field) => field !== 'items'),
  ...['*items', 'items.detail', 'items.tax_lines', 'items.adjustments'],
]

/** The same, for readers of the reference. */
export const COMPANIONS_NOTE =
  'Regardless of `fields`, an order includes its status, version, payment status and fulfillment status; an order with totals also includes what they are computed from: items and shipping methods with their tax lines and adjustments, credit lines and promotions. Only `-field` excludes them.'

/** The same for a single order: its statuses come with the records from which they are derived. */
export const ORDER_COMPANIONS: readonly Companions[] = [
  ...LISTED_ORDER_COMPANIONS,
  { bring: ['*payment_collections', '*fulfillments'] },
]
