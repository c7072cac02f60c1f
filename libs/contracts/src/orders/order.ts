import { z } from 'zod'
import { OrderAddress } from '../cart/address.ts'
import { OrderCreditLine } from '../cart/credit-line.ts'
import { Promotion } from '../cart/promotion.ts'
import { cartTotals } from '../cart/totals.ts'
import { Amount, asked, CurrencyCode, Id, Metadata, softDeletable, Timestamp } from '../fields/common.ts'
import { Region } from '../pricing/region.ts'
import { SalesChannel } from '../pricing/sales-channel.ts'
import { Customer } from './customer.ts'
import { OrderGiftCard } from './order-gift-card.ts'
import { OrderItem } from './order-item.ts'
import { askedSeller } from './order-seller.ts'
import { askedOrderSet } from './order-set.ts'
import { OrderShippingMethod } from './order-shipping-method.ts'
import { PaymentCollection } from './payment.ts'
import { Return } from './returns.ts'
import { Fulfillment, Transaction } from './transaction.ts'

export const OrderStatus = z.enum(['pending', 'completed', 'draft', 'archived', 'canceled', 'requires_action'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const PaymentStatus = z.enum([
  'not_paid',
  'awaiting',
  'authorized',
  'partially_authorized',
  'captured',
  'partially_captured',
  'refunded',
  'partially_refunded',
  'canceled',
  'requires_action',
])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const FulfillmentStatus = z.enum([
  'not_fulfilled',
  'partially_fulfilled',
  'fulfilled',
  'partially_shipped',
  'shipped',
  'partially_delivered',
  'delivered',
  'canceled',
])
export type FulfillmentStatus = z.infer<typeof FulfillmentStatus>

export const OrderSummary = z
  .object({
    paid_total: Amount,
    refunded_total: Amount,
    pending_difference: Amount.describe('The amount still to be paid; negative if money is owed to the customer.'),
    current_order_total: Amount,
    original_order_total: Amount.describe(
      'The total before the latest change or parcel (in a preview, the pending change); the total as placed if there was none.',
    ),
    transaction_total: Amount.describe('Paid minus refunded.'),
    accounting_total: Amount,
    credit_line_total: Amount,
  })
  .meta({ id: 'OrderSummary' })
export type OrderSummary = z.infer<typeof OrderSummary>

/** The fields that orders and their previews share. */
export const orderShape = {
  id: Id,
  version: z.number().describe('Increases when a change is confirmed.'),
  region_id: Id.nullable(),
  customer_id: Id.nullable(),
  sales_channel_id: Id.nullable(),
  seller_id: Id.nullable().describe('The seller of its items; null if they have none.'),
  email: z.string().nullable(),
  currency_code: CurrencyCode,
  locale: z.string().nullable(),
  display_id: z.number().describe('Human-readable number; increasing, with gaps.'),
  custom_display_id: z.string().nullable(),
  status: OrderStatus,
  payment_status: PaymentStatus,
  fulfillment_status: FulfillmentStatus,
  is_draft_order: z.boolean(),
  no_notification: z.boolean().nullable(),
  summary: OrderSummary,
  items: z.array(OrderItem),
  shipping_methods: z.array(OrderShippingMethod),
  payment_collections: z.array(PaymentCollection),
  fulfillments: z.array(Fulfillment),
  transactions: z.array(Transaction),
  credit_lines: z.array(OrderCreditLine),
  promotions: z.array(Promotion).describe('As they were when the order was placed.'),
  shipping_address_id: Id.nullable(),
  shipping_address: OrderAddress.nullable(),
  billing_address_id: Id.nullable(),
  billing_address: OrderAddress.nullable(),
  customer: Customer.nullable(),
  sales_channel: SalesChannel.nullable(),
  region: Region.nullable(),
  metadata: Metadata,
  canceled_at: Timestamp.nullable(),
  ...cartTotals,
  fulfilled_total: Amount,
  shipped_total: Amount,
  return_requested_total: Amount.describe('Net total of the items whose return is requested.'),
  return_received_total: Amount,
  return_dismissed_total: Amount,
  write_off_total: Amount,
  ...softDeletable,
}

export const Order = z.object(orderShape).meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

/** A single or listed order for administrators. */
export const AdminOrder = Order.extend({
  seller: askedSeller(),
  order_set: askedOrderSet(),
  gift_cards: asked((): z.ZodType => z.array(OrderGiftCard))
    .optional()
    .describe('The gift cards that paid for it. Absent unless requested with `fields`.'),
  returns: asked(() => z.array(Return))
    .optional()
    .describe('Absent unless requested with `fields`.'),
}).meta({ id: 'AdminOrder' })
export type AdminOrder = z.infer<typeof AdminOrder>

/** The default fields of a list of orders; `fields` may request every field of `Order`. */
export const OrderListEntry = z
  .looseObject({
    id: orderShape.id,
    version: orderShape.version,
    region_id: orderShape.region_id,
    status: orderShape.status,
    customer_id: orderShape.customer_id,
    sales_channel_id: orderShape.sales_channel_id,
    email: orderShape.email,
    currency_code: orderShape.currency_code,
    display_id: orderShape.display_id,
    is_draft_order: orderShape.is_draft_order,
    summary: orderShape.summary,
    metadata: orderShape.metadata,
    created_at: orderShape.created_at,
    updated_at: orderShape.updated_at,
  })
  .meta({ id: 'OrderListEntry' })
export type OrderListEntry = z.infer<typeof OrderListEntry>

/** The same for administrators. */
export const AdminOrderListEntry = z
  .looseObject({
    id: orderShape.id,
    display_id: orderShape.display_id,
    custom_display_id: orderShape.custom_display_id,
    status: orderShape.status,
    version: orderShape.version,
    summary: orderShape.summary,
    total: orderShape.total,
    metadata: orderShape.metadata,
    locale: orderShape.locale,
    created_at: orderShape.created_at,
    updated_at: orderShape.updated_at,
    payment_status: orderShape.payment_status,
    fulfillment_status: orderShape.fulfillment_status,
    items: z
      .array(z.looseObject({ id: Id }))
      .describe('Each with its fulfilled and returned quantities, but without what was sold.'),
  })
  .meta({ id: 'AdminOrderListEntry' })
export type AdminOrderListEntry = z.infer<typeof AdminOrderListEntry>

/** The same for drafts. */
export const DraftOrderListEntry = AdminOrderListEntry.extend({
  email: orderShape.email,
  region_id: orderShape.region_id,
}).meta({ id: 'DraftOrderListEntry' })

/** The same for the list of a gift card's orders. */
export const GiftCardOrder = z
  .looseObject({
    id: orderShape.id,
    display_id: orderShape.display_id,
    version: orderShape.version,
    status: orderShape.status,
  })
  .meta({ id: 'GiftCardOrder' })
