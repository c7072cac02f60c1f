import { invalidData } from '@souk/contracts'
import { type Acting, type Making, replaceChange, requireActiveChange } from '../order-changes/active-change.ts'
import type { OrderChange } from '../order-changes/order-change.ts'
import { applyChange } from '../order-changes/preview.ts'
import type { ChangedItem, ChangedShippingMethod } from '../orders/changed-order.ts'
import type { OrderItem, ShippingMethod } from '../orders/order.ts'
import { followingCollections } from '../orders/payment-collections.ts'
import { fulfillmentStatusOf, paymentStatusOf } from '../orders/statuses.ts'
import { type OrderRecord, orderRecord } from '../orders/stored-order.ts'

/**
 * Makes the active edit part of the order: its next version, as the preview showed it, but without the lines that have no units left.
 * Payment collections follow what is still to be paid; statuses follow both.
 * @throws invalid_data when the order is canceled, has no active edit, or does not allow its actions any more
 */
export function confirmOrderEdit(order: OrderRecord, making: Making & Acting): OrderRecord {
  const { now, actor_id } = making
  const change = requireActiveChange(order)
  if (change.change_type !== 'edit') throw invalidData('An active Order Change is required to proceed')

  const { changes } = replaceChange(order, confirmed(change, { now, actor_id }))
  const { returns, exchanges, claims } = order
  // Its summary tells what was due before.
  const changed = { ...applyChange(order, change), summary: undefined }
  const next = orderRecord(
    {
      ...changed,
      version: change.version,
      items: changed.items.filter(({ quantity }) => quantity > 0).map((item) => lineOf(item, change, making)),
      shipping_methods: changed.shipping_methods.map((method) => methodOf(method, change, making)),
      ...{ returns, exchanges, claims, changes },
      updated_at: now,
    },
    order.total,
  )
  if (next.total === order.total) return { ...next, fulfillment_status: fulfillmentStatusOf(next) }
  const { currency_code, summary } = next
  const due = { payment_collections: order.payment_collections, currency_code, pending_difference: summary.pending_difference }
  const payment_collections = followingCollections(due, making)
  return {
    ...next,
    payment_collections,
    payment_status: paymentStatusOf({ payment_collections }),
    fulfillment_status: fulfillmentStatusOf(next),
  }
}

/** What actions brought along belongs to the order from now on. */
const confirmed = (change: OrderChange, { now, actor_id }: Pick<Making, 'now'> & Acting): OrderChange => ({
  ...change,
  status: 'confirmed',
  confirmed_by: actor_id,
  confirmed_at: now,
  updated_at: now,
  actions: change.actions.map(({ created: _, ...action }) => ({ ...action, applied: true, updated_at: now })),
})

/** Each version of an order has a record of its own for each line. */
function lineOf({ actions: _, ...item }: ChangedItem, { version }: OrderChange, { newId, now }: Making): OrderItem {
  if (item.detail.version === version) return item
  const detail = { ...item.detail, id: newId('orditem'), version, created_at: now, updated_at: now }
  return { ...item, detail }
}

function methodOf({ actions: _, ...method }: ChangedShippingMethod, { version }: OrderChange, { newId }: Making): ShippingMethod {
  if (method.detail.version === version) return method
  return { ...method, detail: { ...method.detail, id: newId('ordspmv'), version } }
}
