import { type NewAction, wholeAction } from '../../services/orders/src/domain/order-changes/active-change.ts'
import type { OrderChange } from '../../services/orders/src/domain/order-changes/order-change.ts'
import { beginOrderEdit } from '../../services/orders/src/domain/order-edits/order-edit.ts'
import { orderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
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
  const context = { newId: () => seededId('ordch', 700), now: timestampsLater(DAYS).created_at, actor_id: ids.admin }
  const begun = beginOrderEdit(paid, { internal_note: 'The customer called' }, context)
  const [change] = begun.changes as OrderChange[]
  const actions = added().map((action, index) => {
    const place = { order, change: change!, ordering: index + 1, context: { ...context, newId: () => ids.edit_actions[index]! } }
    return wholeAction(action, place)
  })
  return { ...begun, changes: [{ ...change!, actions }] }
}

function added(): NewAction[] {
  const lines = [ids.second_variant, ids.third_variant].map((variant_id, n) =>
    orderLine(at(10 * n + 10), { variant_id, quantity: 1 }),
  )
  const method = orderShipping(at(1), { option_id: ids.express_shipping_option, amount: 15 })
  return [
    ...lines.map((item): NewAction => {
      const { id: reference_id, quantity, unit_price } = item
      return { action: 'ITEM_ADD', details: { reference_id, quantity, unit_price }, created: { item } }
    }),
    {
      action: 'SHIPPING_ADD',
      reference: 'order_shipping_method',
      reference_id: method.id,
      amount: method.amount,
      details: {},
      created: { shipping_method: method },
    },
  ]
}
