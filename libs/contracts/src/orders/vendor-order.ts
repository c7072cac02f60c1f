import { z } from 'zod'
import { Amount, CurrencyCode, Id, softDeletable } from '../fields/common.ts'
import type { Companions } from '../fields/fields.ts'
import { Order, orderShape, PaymentStatus } from './order.ts'
import { LISTED_ORDER_COMPANIONS, ORDER_COMPANIONS } from './order-companions.ts'
import { StoreOrderItem } from './order-item.ts'
import { Return } from './returns.ts'
import { StorePaymentCollection } from './store-payment.ts'

/** The payment of a seller's order, across its payment collections that are not canceled. */
export const SplitOrderPayment = z
  .object({
    id: Id,
    status: PaymentStatus,
    currency_code: CurrencyCode,
    authorized_amount: Amount,
    captured_amount: Amount,
    refunded_amount: Amount,
    payment_collection_id: Id.describe('The newest payment collection.'),
    ...softDeletable,
  })
  .meta({ id: 'SplitOrderPayment' })
export type SplitOrderPayment = z.infer<typeof SplitOrderPayment>

/** An order with the parts that sellers may see: no carts, and of its payments no provider data about the buyer, and no notes. */
export const SoldOrder = Order.extend({
  items: z.array(StoreOrderItem),
  payment_collections: z.array(StorePaymentCollection),
}).meta({ id: 'SoldOrder' })
export type SoldOrder = z.infer<typeof SoldOrder>

/** An order as shown to its seller. */
export const VendorOrder = SoldOrder.extend({
  split_order_payment: SplitOrderPayment.nullable().describe(
    'With the status of the order. Null if it has no payment collection.',
  ),
  returns: z.array(Return).optional().describe('Shown if requested with `fields`.'),
}).meta({ id: 'VendorOrder' })
export type VendorOrder = z.infer<typeof VendorOrder>

const PRODUCT = ['*items.variant', '*items.variant.product']
const ADDED: readonly Companions[] = [
  { bring: ['*items', '*fulfillments', 'split_order_payment'] },
  {
    of: ['items.variant.inventory_items'],
    bring: ['items.variant.inventory_items.variant_id', 'items.variant.inventory_items.inventory_item_id'],
  },
]

/** Fields that the vendor panel expects, whatever it requests. */
export const VENDOR_ORDER_COMPANIONS = [...ORDER_COMPANIONS, ...ADDED]
export const LISTED_VENDOR_ORDER_COMPANIONS = [...LISTED_ORDER_COMPANIONS, ...ADDED]

/** A single order shows everything except its returns. */
export const VENDOR_ORDER_DEFAULTS = [...Object.keys(orderShape), 'split_order_payment', ...PRODUCT]

/** The defaults of a list for administrators. */
export const LISTED_VENDOR_ORDER_DEFAULTS = [
  ...(['payment_status', 'fulfillment_status', 'split_order_payment', '*fulfillments', '*items', ...PRODUCT] as const),
  ...(['items.tax_lines', 'items.adjustments', '*shipping_methods'] as const),
  ...(['shipping_methods.tax_lines', 'shipping_methods.adjustments'] as const),
]
/** Those of the seller's own list, which also shows what is in each parcel, and its labels. */
export const OWN_VENDOR_ORDER_DEFAULTS = [...LISTED_VENDOR_ORDER_DEFAULTS, '*fulfillments.items', '*fulfillments.labels']
