import { z } from 'zod'
import { adjustment, line } from '../cart/line-item.ts'
import { Amount, fieldTraits, Id, Metadata, Quantity, softDeletable } from '../fields/common.ts'
import { hidden } from '../fields/declared.ts'
import { OrderChangeAction } from './order-change-action.ts'

/** The units of a line by the stages they have reached. */
export const OrderItemDetail = z
  .object({
    id: Id,
    item_id: Id,
    order_id: Id,
    version: z.number().describe('The version of the order it belongs to.'),
    unit_price: Amount.nullable().describe(
      "The line's price in a version that a change made, or that a change in preview sets; null until the order's first change.",
    ),
    compare_at_unit_price: Amount.nullable(),
    quantity: Quantity,
    fulfilled_quantity: Quantity,
    delivered_quantity: Quantity,
    shipped_quantity: Quantity,
    return_requested_quantity: Quantity,
    return_received_quantity: Quantity,
    return_dismissed_quantity: Quantity,
    written_off_quantity: Quantity,
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'OrderItemDetail' })
  .register(fieldTraits, { along: 'plain' })
export type OrderItemDetail = z.infer<typeof OrderItemDetail>

/** The fields that only an order's adjustments have. */
export const adjustedOrder = {
  order_id: Id.nullable(),
  version: z.number().describe('The version of the order it belongs to.'),
  deleted_at: softDeletable.deleted_at,
}

export const OrderItemAdjustment = z.object({ ...adjustment, ...adjustedOrder, item_id: Id }).meta({ id: 'OrderItemAdjustment' })
export type OrderItemAdjustment = z.infer<typeof OrderItemAdjustment>

export const OrderItem = z
  .object({
    ...line,
    cart_id: Id.nullable().describe('The cart it was bought in; null if an edit added it. Only administrators see it.'),
    adjustments: z.array(OrderItemAdjustment),
    line_item_metadata: Metadata.describe('Metadata that the line was created with; edits change `metadata` instead.'),
    detail: OrderItemDetail,
    actions: z.array(OrderChangeAction).describe('Actions of the pending change that affect this item.'),
    refundable_total: Amount,
    refundable_total_per_unit: Amount,
    fulfilled_total: Amount,
    shipped_total: Amount,
    return_requested_total: Amount,
    return_received_total: Amount,
    return_dismissed_total: Amount,
    write_off_total: Amount,
  })
  .meta({ id: 'OrderItem' })
export type OrderItem = z.infer<typeof OrderItem>

/** A line as shown to storefronts and sellers: with its cart's id they could read the orders of the cart's other sellers. */
export const StoreOrderItem = OrderItem.extend({ cart_id: hidden() }).meta({ id: 'StoreOrderItem' })
export type StoreOrderItem = z.infer<typeof StoreOrderItem>

/** A line, or the part of one that was read, without the id of its cart. */
export const storeOrderItem = <I extends { cart_id?: string | null }>(item: I): I & { cart_id: null } =>
  (item.cart_id == null ? item : { ...item, cart_id: null }) as I & { cart_id: null }
