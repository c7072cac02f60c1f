import { derivedOpId, idsFrom } from '@souk/runtime'
import type { Db } from 'mongodb'
import { beginOrderEdit } from '../../services/orders/src/domain/order-edits/order-edit.ts'
import { type OrderRecord, orderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { PART_LISTS } from '../../services/orders/src/domain/returns/order-parts.ts'
import { createCounters } from '../../services/orders/src/stores/counters.ts'
import { withCommission } from './commission-lines.ts'
import { seededCommissionRules } from './commission-rules.ts'
import type { SeedContext } from './context.ts'
import { seededAddresses, seededCustomerGroups, seededCustomers } from './customers.ts'
import { draftOrders } from './draft-orders.ts'
import { editedOrder } from './edited-order.ts'
import { seededExport } from './exports.ts'
import { fulfillment } from './fulfillments.ts'
import { ids, seededId } from './ids.ts'
import { insertMissing } from './insert-missing.ts'
import { daysLater, orderAddress, orderLine, orderShipping, placedOrder, welcome, welcomed } from './order-parts.ts'
import { withPayments } from './order-payments.ts'
import { seededRefundReasons, seededReturnReasons } from './reasons.ts'
import { replacingOrders } from './replacing-orders.ts'
import { withReturnRequest } from './return-requests.ts'
import { aReturn, returnedOrders } from './returned-orders.ts'
import { returningOrders } from './returning-orders.ts'
import { richOrder } from './rich-order.ts'
import { EMAILS } from './sellers.ts'

/** Customers and their orders. Adds missing records; existing ones stay as they are. */
export async function seedOrders(db: Db, context?: SeedContext): Promise<void> {
  const orders = seededOrders()
  const records = {
    customer_groups: seededCustomerGroups,
    customers: seededCustomers,
    commission_rules: seededCommissionRules,
    refund_reasons: seededRefundReasons,
    return_reasons: seededReturnReasons,
    orders,
    order_exports: [seededExport('oexp', context?.now ?? new Date().toISOString())],
  }
  await insertMissing(db, records, context?.leftOut)
  // A service that started before has counters that know nothing of these.
  const counters = createCounters(db)
  for (const list of Object.values(PART_LISTS)) {
    const numbers = orders.flatMap((order) => order[list].map(({ display_id }) => display_id))
    await counters.raise(list, Math.max(0, ...numbers))
  }
}

/** Of the customer's first order nothing is changed or paid yet: it is the one to edit. */
export const seededOrders = (): OrderRecord[] => [
  ...[simpleOrder(), deliveredOrder(), authorizedOrder(), richOrder(), canceledOrder(), foreignOrder()].map((order) =>
    withCommission(withReturnRequest(orderRecord(order))),
  ),
  editedOrder(),
  orderRecord(exampleOrder()),
  orderRecord(packedOrder()),
  orderRecord(unpackedOrder()),
  ...draftOrders(),
  ...returnedOrders(),
  ...returningOrders(),
  ...replacingOrders(),
]

const addressed = (n: number, days: number) => ({
  email: EMAILS.customer,
  shipping_address: orderAddress(n, days, seededAddresses.home),
  billing_address: orderAddress(n + 1, days, seededAddresses.office),
})

function simpleOrder() {
  const at = (n: number) => ({ n, order_id: ids.order, days: 1 })
  const order = placedOrder(1, {
    id: ids.order,
    display_id: 1,
    ...addressed(100, 1),
    items: [
      orderLine(at(100), { variant_id: ids.variant, quantity: 2 }),
      orderLine(at(110), { variant_id: ids.second_variant, quantity: 1 }),
    ],
    shipping_methods: [orderShipping(at(100))],
  })
  return withPayments(order, { n: 100, days: 1, state: 'waiting' })
}

function deliveredOrder() {
  const at = { n: 200, order_id: ids.second_order, days: 2 }
  const all = { fulfilled_quantity: 3, shipped_quantity: 3, delivered_quantity: 3 }
  const items = [orderLine(at, { variant_id: ids.third_variant, quantity: 3, detail: all })]
  const order = placedOrder(2, {
    id: ids.second_order,
    display_id: 2,
    ...addressed(200, 2),
    status: 'completed',
    payment_status: 'captured',
    fulfillment_status: 'delivered',
    items,
    shipping_methods: [orderShipping(at, { option_id: ids.express_shipping_option, amount: 15 })],
    fulfillments: [fulfillment({ n: 200, items, days: [3, 3, 4], shipping_option_id: ids.express_shipping_option })],
  })
  return withPayments(order, { n: 200, days: 2, state: 'captured' })
}

/** Bought with a promotion, and partly with a gift card. */
function authorizedOrder() {
  const at = { n: 300, order_id: ids.third_order, days: 3 }
  const order = placedOrder(3, {
    id: ids.third_order,
    display_id: 3,
    ...addressed(300, 3),
    payment_status: 'authorized',
    items: [orderLine(at, { variant_id: ids.second_variant, quantity: 1, adjustments: [welcomed(2.5)] })],
    shipping_methods: [orderShipping(at)],
    promotions: [welcome],
    credit_lines: [
      {
        id: seededId('ordcl', 300),
        order_id: ids.third_order,
        reference: 'gift-card',
        reference_id: ids.second_gift_card,
        amount: 5,
        subtotal: 5,
        total: 5,
        metadata: null,
        ...daysLater(3),
      },
    ],
  })
  return withPayments(order, { n: 300, days: 3, state: 'authorized' })
}

function canceledOrder() {
  const at = { n: 500, order_id: ids.canceled_order, days: 5 }
  const order = placedOrder(5, {
    id: ids.canceled_order,
    display_id: 5,
    ...addressed(500, 5),
    status: 'canceled',
    payment_status: 'canceled',
    fulfillment_status: 'canceled',
    canceled_at: daysLater(6).created_at,
    items: [orderLine(at, { variant_id: ids.variant, quantity: 1 })],
    shipping_methods: [orderShipping(at)],
  })
  return withPayments(order, { n: 500, days: 5, state: 'canceled' })
}

/** Not paid yet, and on its way; one of its units is asked back. */
function foreignOrder() {
  const at = { n: 600, order_id: ids.foreign_order, days: 6 }
  const all = { fulfilled_quantity: 2, shipped_quantity: 2, return_requested_quantity: 1 }
  const items = [orderLine(at, { variant_id: ids.foreign_variant, quantity: 2, country_code: 'fr', detail: all })]
  const order = placedOrder(6, {
    id: ids.foreign_order,
    display_id: 6,
    seller_id: ids.foreign_seller,
    customer_id: ids.foreign_customer,
    email: seededCustomers[1]!.email,
    shipping_address: orderAddress(600, 6, seededAddresses.foreign),
    billing_address: orderAddress(601, 6, seededAddresses.foreign),
    fulfillment_status: 'shipped',
    items,
    shipping_methods: [orderShipping(at, { country_code: 'fr' })],
    fulfillments: [fulfillment({ n: 600, items, days: [7, 8, null] })],
    returns: [aReturn(at, items[0]!, { location_id: ids.foreign_stock_location })],
  })
  return withPayments(order, { n: 600, days: 6, state: 'waiting' })
}

function exampleOrder() {
  const at = { n: 800, order_id: ids.example_order, days: 8 }
  const order = placedOrder(8, {
    id: ids.example_order,
    display_id: 8,
    ...addressed(800, 8),
    customer_id: ids.example_customer,
    email: 'guest@souk.example',
    items: [orderLine(at, { variant_id: ids.third_variant, quantity: 1 })],
    shipping_methods: [orderShipping(at)],
  })
  return withPayments(order, { n: 800, days: 8, state: 'waiting' })
}

const UNSHIPPED = { shipped_at: null, marked_shipped_by: null, delivered_at: null, labels: [] }

function packedOrder() {
  const line = (n: number, variant_id: string) =>
    orderLine({ n, order_id: ids.packed_order, days: 9 }, { variant_id, quantity: 1, detail: { fulfilled_quantity: 1 } })
  const items = [line(900, ids.variant), line(910, ids.second_variant)]
  const order = placedOrder(9, {
    id: ids.packed_order,
    display_id: 9,
    ...addressed(900, 9),
    customer_id: ids.example_customer,
    email: 'guest@souk.example',
    fulfillment_status: 'fulfilled',
    items,
    shipping_methods: [orderShipping({ n: 900, order_id: ids.packed_order, days: 9 })],
    fulfillments: items.map((item, n) => ({
      ...fulfillment({ n: 900 + n, items: [item], days: [9, 9, 9] }),
      ...UNSHIPPED,
    })),
  })
  return withPayments(order, { n: 900, days: 9, state: 'waiting' })
}

function unpackedOrder() {
  const at = { n: 1000, order_id: ids.unpacked_order, days: 10 }
  const packed = [ids.variant, ids.second_variant, ids.variant, ids.second_variant].map((variant_id, n) =>
    orderLine({ ...at, n: 1010 + 10 * n }, { variant_id, quantity: 1, detail: { fulfilled_quantity: 1 } }),
  )
  const order = placedOrder(10, {
    id: ids.unpacked_order,
    display_id: 10,
    ...addressed(1000, 10),
    customer_id: ids.example_customer,
    email: 'guest@souk.example',
    fulfillment_status: 'partially_fulfilled',
    items: [orderLine(at, { variant_id: ids.third_variant, quantity: 3 }), ...packed],
    shipping_methods: [orderShipping(at)],
    fulfillments: packed.map((item, n) => ({ ...fulfillment({ n: 1000 + n, items: [item], days: [10, 10, 10] }), ...UNSHIPPED })),
  })
  return withPayments(order, { n: 1000, days: 10, state: 'waiting' })
}

/**
 * Begins an example order's edit afresh when the open one holds `max_actions` or more, in one step: no request meets the order
 * without an edit. Its earlier changes go, so that the order never outgrows its limits. For development instances only.
 * @returns whether there was something to do
 */
export async function renewFullEdit(
  db: Db,
  order_id: string,
  { now, max_actions = 400 }: { now: string; max_actions?: number },
): Promise<boolean> {
  const collection = db.collection<Omit<OrderRecord, 'id'> & { _id: string; revision: number }>('orders')
  const isFull = { $elemMatch: { status: { $in: ['pending', 'requested'] }, [`actions.${max_actions - 1}`]: { $exists: true } } }
  const full = { _id: order_id, changes: isFull }
  const document = await collection.findOne(full, { projection: { version: 1, status: 1, canceled_at: 1, revision: 1 } })
  if (!document) return false

  const newId = idsFrom(derivedOpId(Date.parse(now), 'renew-edit', order_id, String(document.revision)))
  const { changes } = beginOrderEdit(
    { ...document, id: order_id, changes: [] } as unknown as OrderRecord,
    {},
    { newId, now, actor_id: ids.admin },
  )
  // A request that decides on the order at the same time sees by the revision that it has moved on.
  const { modifiedCount } = await collection.updateOne(full, { $set: { changes }, $inc: { revision: 1 } })
  return modifiedCount === 1
}
