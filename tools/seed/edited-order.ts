import { type NewAction, wholeAction } from '../../services/orders/src/domain/order-changes/active-change.ts'
import type { OrderChange } from '../../services/orders/src/domain/order-changes/order-change.ts'
import { beginOrderEdit } from '../../services/orders/src/domain/order-edits/order-edit.ts'
import type { OrderItem, ShippingMethod } from '../../services/orders/src/domain/orders/order-lines.ts'
import { type OrderRecord, orderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { seededAddresses } from './customers.ts'
import { ids, seededId } from './ids.ts'
import { orderAddress, orderLine, orderShipping, placedOrder, timestampsLater } from './order-parts.ts'
import { withPayments } from './order-payments.ts'

const DAYS = 7
const at = (n: number) => ({ n: 700 + n, order_id: ids.edited_order, days: DAYS })

/** With an edit of two lines and a shipping method: for the examples of the reference that change actions, and confirm them. */
export function editedOrder() {
  const order = placedOrder(DAYS, {
    id: ids.edited_order,
    display_id: 7,
    customer_id: ids.example_customer,
    email: 'guest@souk.example',
    shipping_address: orderAddress(700, DAYS, seededAddresses.home),
    billing_address: orderAddress(701, DAYS, seededAddresses.home),
    items: [orderLine(at(0), { variant_id: ids.variant, quantity: 1 })],
    shipping_methods: [orderShipping(at(0))],
  })
  const paid = orderRecord(withPayments(order, { n: 700, days: DAYS, state: 'waiting' }))
  return withEdit(paid, added(), { n: 700, days: DAYS, action_ids: ids.edit_actions })
}

interface Edit {
  /** Of the change's id. */
  n: number
  days: number
  action_ids: readonly string[]
}

/** The order with an edit of these actions. */
export function withEdit(order: OrderRecord, added: readonly NewAction[], { n, days, action_ids }: Edit): OrderRecord {
  const context = { newId: () => seededId('ordch', n), now: timestampsLater(days).created_at, actor_id: ids.admin }
  const begun = beginOrderEdit(order, { internal_note: 'The customer called' }, context)
  const [change] = begun.changes as OrderChange[]
  const actions = added.map((action, index) => {
    const place = { order, change: change!, ordering: index + 1, context: { ...context, newId: () => action_ids[index]! } }
    return wholeAction(action, place)
  })
  return { ...begun, changes: [{ ...change!, actions }] }
}

function added(): NewAction[] {
  const lines = [ids.second_variant, ids.third_variant].map((variant_id, n) =>
    orderLine(at(10 * n + 10), { variant_id, quantity: 1 }),
  )
  const method = orderShipping(at(1), { option_id: ids.express_shipping_option, amount: 15 })
  return [...lines.map(addingItem), addingMethod(method)]
}

export function addingItem(item: OrderItem): NewAction {
  const { id: reference_id, quantity, unit_price } = item
  return { action: 'ITEM_ADD', details: { reference_id, quantity, unit_price }, created: { item } }
}

export function addingMethod(shipping_method: ShippingMethod): NewAction {
  const { id: reference_id, amount } = shipping_method
  const about = { reference: 'order_shipping_method', reference_id, amount, details: {} } as const
  return { action: 'SHIPPING_ADD', ...about, created: { shipping_method } }
}
