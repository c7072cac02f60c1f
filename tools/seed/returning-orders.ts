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

/**
 * For the examples of the reference that make returns: an order of which everything has arrived, and one with a return that is
 * begun, of two units in two steps, and with a shipping method.
 */
export const returningOrders = (): OrderRecord[] => [anOrder(arrived, [sentLine(arrived)], {}), returningOrder(returning)]

function returningOrder(at: Place): OrderRecord {
  const line = sentLine(at)
  const order = anOrder(at, [line], { returns: [aReturn(at, line, { items: [], status: 'open' })] })
  const now = daysLater(at.days + 2).created_at
  const inbound = { return_id: seededId('return', at.n) }
  const change = newChange(
    order,
    { change_type: 'return_request', ...inbound },
    { newId: () => seededId('ordch', at.n), now, actor_id: ids.admin },
  )
  let steps = 0
  const context = { newId: () => seededId('ordchact', at.n + steps++), now }
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
