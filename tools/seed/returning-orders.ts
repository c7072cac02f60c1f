import { appendActions } from '../../services/orders/src/domain/order-changes/active-change.ts'
import { newChange } from '../../services/orders/src/domain/order-changes/new-change.ts'
import { activeChange } from '../../services/orders/src/domain/order-changes/order-change.ts'
import type { OrderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { requestItems } from '../../services/orders/src/domain/returns/inbound-items.ts'
import { ids, seededId } from './ids.ts'
import { daysLater, orderShipping } from './order-parts.ts'
import { anOrder, aReturn, type Place, sentLine } from './returned-orders.ts'

const arrived: Place = { n: 1500, order_id: ids.arrived_order, days: 15 }
const returning: Place = { n: 1600, order_id: ids.returning_order, days: 16 }

const sent: Place = { n: 1900, order_id: ids.sent_order, days: 19 }
const awaiting: Place = { n: 1700, order_id: ids.awaiting_order, days: 17 }
const receiving: Place = { n: 1800, order_id: ids.receiving_order, days: 18 }
const sellersAwaiting: Place = { n: 2900, order_id: ids.sellers_awaiting_order, days: 29 }
const sellersReceiving: Place = { n: 3000, order_id: ids.sellers_receiving_order, days: 30 }

/**
 * For the examples of the reference that make returns, and receive them: two orders of which everything has arrived, one with
 * a return that is begun, of two units in two steps, and with a shipping method, one with a return of four units that is
 * confirmed, and one with such a return whose receipt is begun: two units in two steps, and a damaged one. Administrators and
 * sellers have one of these last two each.
 */
export const returningOrders = (): OrderRecord[] => [
  anOrder(arrived, [sentLine(arrived)], {}),
  returningOrder(returning),
  awaitingOrder(awaiting),
  receivingOrder(receiving),
  awaitingOrder(sellersAwaiting),
  receivingOrder(sellersReceiving),
  anOrder(sent, [sentLine(sent)], {}),
]

function returningOrder(at: Place): OrderRecord {
  const line = sentLine(at)
  const order = anOrder(at, [line], { returns: [aReturn(at, line, { items: [], status: 'open' })] })
  const inbound = { return_id: seededId('return', at.n) }
  const { change, context } = begun(order, at, 'return_request')
  const items = [1, 2].map(() => ({ id: line.id, quantity: 1 }))
  const asking = requestItems({ ...order, changes: [change] }, change, inbound, items, context)
  const shipping = orderShipping({ ...at, n: at.n + 1 })
  const { id: reference_id, amount } = shipping
  const shipping_method = { ...shipping, detail: { ...shipping.detail, ...inbound } }
  const about = { reference: 'order_shipping_method', reference_id, amount, details: {}, ...inbound }
  return appendActions(
    asking,
    activeChange(asking)!,
    [{ action: 'SHIPPING_ADD', ...about, created: { shipping_method } }],
    context,
  )
}

function awaitingOrder(at: Place): OrderRecord {
  const line = sentLine(at, { return_requested_quantity: 4 })
  const asked = aReturn(at, line)
  return anOrder(at, [line], { returns: [{ ...asked, items: asked.items.map((item) => ({ ...item, quantity: 4 })) }] })
}

function receivingOrder(at: Place): OrderRecord {
  const order = awaitingOrder(at)
  const { change, context } = begun(order, at, 'return_receive')
  const return_id = seededId('return', at.n)
  const details = { reference_id: order.items[0]!.id, quantity: 1 }
  const steps = (['RECEIVE_RETURN_ITEM', 'RECEIVE_RETURN_ITEM', 'RECEIVE_DAMAGED_RETURN_ITEM'] as const).map((action) => ({
    action,
    details,
    return_id,
    reference: 'return',
    reference_id: return_id,
  }))
  return appendActions({ ...order, changes: [change] }, change, steps, context)
}

/** A change of the order's return without steps, and the place that its steps get their ids from. */
function begun(order: OrderRecord, at: Place, change_type: 'return_request' | 'return_receive') {
  const now = daysLater(at.days + 2).created_at
  const said = { change_type, return_id: seededId('return', at.n) }
  let steps = 0
  return {
    change: newChange(order, said, { newId: () => seededId('ordch', at.n), now, actor_id: ids.admin }),
    context: { newId: () => seededId('ordchact', at.n + steps++), now },
  }
}
