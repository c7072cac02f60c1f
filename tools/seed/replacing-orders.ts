import { appendActions, type NewAction } from '../../services/orders/src/domain/order-changes/active-change.ts'
import { newChange } from '../../services/orders/src/domain/order-changes/new-change.ts'
import type { OrderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { ids, seededId } from './ids.ts'
import { daysLater, orderLine, orderShipping } from './order-parts.ts'
import { aClaim, anExchange, anOrder, aReturn, type Place, sentLine } from './returned-orders.ts'

type Kind = 'claim' | 'exchange'

const PREFIXES = { claim: 'claim', exchange: 'oexc' } as const
const idle = [2100, 2300].map((n, at) => ({ n, order_id: ids.claimed_orders[at]!, days: n / 100 }))

/**
 * For the examples of the reference that make claims and exchanges: two orders of which everything has arrived, and two on which
 * a claim and an exchange are begun, with two steps of each kind of item, and a shipping method of either way.
 */
export const replacingOrders = (): OrderRecord[] => [
  ...idle.map((at) => anOrder(at, [sentLine(at)], {})),
  replacingOrder('claim', { n: 2200, order_id: ids.replacing_orders.claim, days: 22 }),
  replacingOrder('exchange', { n: 2400, order_id: ids.replacing_orders.exchange, days: 24 }),
]

function replacingOrder(kind: Kind, at: Place): OrderRecord {
  const about = { [`${kind}_id`]: seededId(PREFIXES[kind], at.n) }
  const return_id = seededId('return', at.n)
  const line = sentLine(at)
  const returned = aReturn(at, line, { items: [], status: 'open', ...about })
  const begun = kind === 'claim' ? { claims: [{ ...aClaim(at), return_id }] } : { exchanges: [{ ...anExchange(at), return_id }] }
  const order = anOrder(at, [line], { returns: [returned], ...begun })
  const { created_at: now } = daysLater(at.days + 2)
  const making = { newId: () => seededId('ordch', at.n), now, actor_id: ids.admin }
  const change = newChange(order, { change_type: kind, return_id, ...about }, making)
  let steps = 0
  const context = { newId: () => seededId('ordchact', at.n + steps++), now }
  return appendActions({ ...order, changes: [change] }, change, stepsOf(kind, at, { line: line.id, return_id, about }), context)
}

interface Steps {
  line: string
  return_id: string
  about: Partial<NewAction>
}

function stepsOf(kind: Kind, at: Place, { line, return_id, about }: Steps): NewAction[] {
  const units = { details: { reference_id: line, quantity: 1 } }
  const own = { ...about, reference: `order_${kind}`, reference_id: seededId(PREFIXES[kind], at.n) }
  const claimed = { action: 'WRITE_OFF_ITEM', ...own, ...units } as const
  const back = { action: 'RETURN_ITEM', ...about, return_id, reference: 'return', reference_id: return_id, ...units } as const
  const sent = [10, 20].map((more): NewAction => {
    const item = orderLine({ ...at, n: at.n + more }, { variant_id: ids.second_variant, quantity: 1 })
    const details = { reference_id: item.id, quantity: 1, unit_price: item.unit_price }
    return { action: 'ITEM_ADD', ...own, details, created: { item } }
  })
  const methods = [{ return_id, ...about }, about].map((of, direction): NewAction => {
    const method = orderShipping({ ...at, n: at.n + 10 * (direction + 1) })
    const { id: reference_id, amount } = method
    const shipping_method = { ...method, detail: { ...method.detail, ...of } as typeof method.detail }
    const added = { reference: 'order_shipping_method', reference_id, amount, details: {}, created: { shipping_method } }
    return { action: 'SHIPPING_ADD', ...added, ...of }
  })
  return [...(kind === 'claim' ? [claimed, claimed] : []), back, back, ...sent, ...methods]
}
