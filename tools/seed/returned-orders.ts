import { type Claim, type Exchange, type Return, rawAmount } from '@souk/contracts'
import { newChange } from '../../services/orders/src/domain/order-changes/new-change.ts'
import type { Order } from '../../services/orders/src/domain/orders/order.ts'
import type { OrderItem } from '../../services/orders/src/domain/orders/order-lines.ts'
import { type OrderRecord, orderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { seededAddresses } from './customers.ts'
import { fulfillment } from './fulfillments.ts'
import { ids, seededId } from './ids.ts'
import { daysLater, orderAddress, orderLine, orderShipping, placedOrder, withOwnTotals } from './order-parts.ts'
import { withPayments } from './order-payments.ts'

/** Where an order's parts get their ids from: each counts on from a number of its own. */
export interface Place {
  n: number
  order_id: string
  days: number
}

/**
 * For the examples of the reference that cancel: an order with a return, a claim and an exchange that are confirmed, and three
 * on which one of each is begun.
 */
export function returnedOrders(): OrderRecord[] {
  const at = { n: 1100, order_id: ids.returned_order, days: 11 }
  const sent = sentLine(at, { return_requested_quantity: 2, written_off_quantity: 1 })
  const exchanged = orderLine({ ...at, n: 1110 }, { variant_id: ids.second_variant, quantity: 1 })
  const replaced = orderLine({ ...at, n: 1120 }, { variant_id: ids.third_variant, quantity: 1 })
  const exchange_id = seededId('oexc', at.n)
  const method = orderShipping({ ...at, n: 1110 })
  const parcel = { ...method, detail: { ...method.detail, exchange_id } }
  const back = aReturn({ ...at, n: 1110 }, sent, { exchange_id })
  return [
    anOrder(at, [sent, exchanged, replaced], {
      shipping_methods: [orderShipping(at), parcel],
      returns: [aReturn(at, sent), back],
      claims: [aClaim(at, { claimed: sent, sent: replaced })],
      exchanges: [anExchange(at, { back, sent: exchanged, parcel: withOwnTotals(parcel) })],
    }),
    ...(['return', 'claim', 'exchange'] as const).map((kind, n) =>
      begunOrder(kind, { n: 1200 + 100 * n, order_id: ids.begun_orders[n]!, days: 12 + n }),
    ),
  ]
}

/** On which one of these is begun, and nothing said of it. The first is to be paid by bank transfer. */
function begunOrder(kind: 'return' | 'claim' | 'exchange', at: Place): OrderRecord {
  const sent = sentLine(at)
  const parts = {
    return: () => ({ returns: [aReturn(at, sent, { items: [], status: 'open' })] }),
    claim: () => ({ claims: [aClaim(at)] }),
    exchange: () => ({ exchanges: [anExchange(at)] }),
  }[kind]() as Partial<Pick<Order, 'returns' | 'claims' | 'exchanges'>>
  const about = {
    return: { change_type: 'return_request', return_id: seededId('return', at.n) },
    claim: { change_type: 'claim', claim_id: seededId('claim', at.n) },
    exchange: { change_type: 'exchange', exchange_id: seededId('oexc', at.n) },
  } as const
  const order = anOrder(at, [sent], parts, kind === 'return' ? 'pending_authorization' : 'captured')
  const context = { newId: () => seededId('ordch', at.n), now: daysLater(at.days + 2).created_at, actor_id: ids.admin }
  return { ...order, changes: [newChange(order, about[kind], context)] }
}

/** Four units that have arrived. */
export const sentLine = (at: Place, detail: Partial<OrderItem['detail']> = {}) =>
  orderLine(at, {
    variant_id: ids.variant,
    quantity: 4,
    detail: { fulfilled_quantity: 4, shipped_quantity: 4, delivered_quantity: 4, ...detail },
  })

/** An order with these lines, of which the first has arrived. */
export function anOrder(
  at: Place,
  items: OrderItem[],
  parts: Partial<Order>,
  paid: 'captured' | 'pending_authorization' = 'captured',
): OrderRecord {
  const order = placedOrder(at.days, {
    id: at.order_id,
    display_id: at.n / 100,
    customer_id: ids.example_customer,
    email: 'guest@souk.example',
    shipping_address: orderAddress(at.n, at.days, seededAddresses.home),
    billing_address: orderAddress(at.n + 1, at.days, seededAddresses.home),
    payment_status: paid === 'captured' ? paid : 'awaiting',
    fulfillment_status: items.length > 1 ? 'partially_delivered' : 'delivered',
    items,
    shipping_methods: [orderShipping(at)],
    fulfillments: [fulfillment({ n: at.n, items: items.slice(0, 1), days: [at.days, at.days, at.days + 1] })],
    ...parts,
  })
  return orderRecord(withPayments(order, { n: at.n, days: at.days, state: paid }))
}

/** A return of one unit of the line, confirmed. */
export function aReturn({ n, order_id, days }: Place, { id: item_id }: OrderItem, said: Partial<Return> = {}): Return {
  const id = seededId('return', n)
  const units = { quantity: 1, received_quantity: 0, damaged_quantity: 0 }
  return {
    id,
    order_id,
    items: [
      {
        id: seededId('retitem', n),
        ...units,
        item_id,
        return_id: id,
        reason_id: null,
        note: null,
        metadata: null,
        ...daysLater(days + 2),
      },
    ],
    status: 'requested',
    refund_amount: null,
    exchange_id: null,
    claim_id: null,
    location_id: ids.stock_location,
    order_version: 1,
    display_id: n,
    requested_at: said.status === 'open' ? null : daysLater(days + 2).created_at,
    received_at: null,
    no_notification: null,
    created_by: ids.admin,
    metadata: null,
    ...daysLater(days + 2),
    canceled_at: null,
    ...said,
  }
}

/** The fields that exchange and claim share. */
const replacing = ({ n, order_id, days }: Place) => ({
  order_id,
  return_id: null,
  return: null,
  display_id: n,
  order_version: 1,
  no_notification: null,
  shipping_methods: [],
  transactions: [],
  created_by: ids.admin,
  metadata: null,
  canceled_at: null,
  ...daysLater(days + 2),
})

/** A claim of one unit of a line for another line; without lines, one that is begun. */
export function aClaim(at: Place, lines?: { claimed: OrderItem; sent: OrderItem }): Claim {
  const id = seededId('claim', at.n)
  const item = (n: number, line: OrderItem) => ({
    id: seededId('claitem', at.n + n),
    claim_id: id,
    order_id: at.order_id,
    item_id: line.id,
    quantity: 1,
    raw_quantity: rawAmount(1),
    note: null,
    metadata: null,
    ...daysLater(at.days + 2),
  })
  return {
    id,
    ...replacing(at),
    type: 'replace',
    claim_items: lines ? [{ ...item(0, lines.claimed), reason: 'missing_item', is_additional_item: false }] : [],
    additional_items: lines ? [{ ...item(1, lines.sent), reason: null, is_additional_item: true }] : [],
    refund_amount: null,
  }
}

interface Exchanged {
  back: Return
  sent: OrderItem
  parcel: Exchange['shipping_methods'][number]
}

/** The same as an exchange, for what comes back. */
export function anExchange(at: Place, exchanged?: Exchanged): Exchange {
  const id = seededId('oexc', at.n)
  const line = {
    note: null,
    metadata: null,
    ...daysLater(at.days + 2),
    id: seededId('oexcitem', at.n),
    exchange_id: id,
    order_id: at.order_id,
  }
  return {
    id,
    ...replacing(at),
    ...(exchanged && { return_id: exchanged.back.id, shipping_methods: [exchanged.parcel] }),
    return_items: exchanged ? exchanged.back.items : [],
    additional_items: exchanged ? [{ ...line, item_id: exchanged.sent.id, quantity: 1 }] : [],
    difference_due: null,
  }
}
