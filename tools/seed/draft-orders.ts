import type { Order } from '../../services/orders/src/domain/orders/order.ts'
import { type OrderRecord, orderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { seededAddresses } from './customers.ts'
import { addingItem, addingMethod, withEdit } from './edited-order.ts'
import { ids } from './ids.ts'
import { orderAddress, orderLine, orderShipping, placedOrder } from './order-parts.ts'

/** Drafts, of which nothing is sold yet. One has an edit; two are there for the reference to delete and convert. */
export function draftOrders(): OrderRecord[] {
  const [deleted, converted] = ids.example_drafts
  const plain = [draft(ids.draft_order, 25), draft(deleted, 27), draft(converted, 28)].map((order) => orderRecord(order))
  return [...plain, editedDraft()]
}

function draft(order_id: string, display_id: number): Omit<Order, 'summary'> {
  const at = { n: 100 * display_id, order_id, days: display_id }
  return placedOrder(display_id, {
    id: order_id,
    display_id,
    status: 'draft',
    is_draft_order: true,
    seller_id: null,
    customer_id: ids.example_customer,
    email: 'guest@souk.example',
    shipping_address: orderAddress(at.n, at.days, seededAddresses.home),
    items: [orderLine(at, { variant_id: ids.third_variant, quantity: 1 })],
    shipping_methods: [orderShipping(at)],
  })
}

function editedDraft(): OrderRecord {
  const at = { n: 2610, order_id: ids.edited_draft, days: 26 }
  const line = orderLine(at, { variant_id: ids.second_variant, quantity: 1 })
  const method = orderShipping(at, { option_id: ids.express_shipping_option, amount: 15 })
  const edit = { n: 2600, days: 26, action_ids: ids.draft_actions }
  return withEdit(orderRecord(draft(ids.edited_draft, 26)), [addingItem(line), addingMethod(method)], edit)
}
