import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../tools/seed/orders.ts'
import { type OrderRecord, orderRecord } from '../src/domain/orders/stored-order.ts'
import { aChange, anItem } from './builders.ts'
import type { OrdersUnderTest } from './service.ts'
import { aStockedVariant } from './stock.ts'

const OWN =
  /\b(order|ordli|orditem|ordsm|ordspmv|ordch|return|retitem|claim|claitem|oexc|oexcitem|ful|pay_col|payses|pay)_01SEED/g
let made = 0

const double = (seeded: OrderRecord): OrderRecord => {
  const n = ++made
  return { ...JSON.parse(JSON.stringify(seeded).replace(OWN, `$1_T${n}X`)), display_id: 2_000_000 + n }
}
const seeded = (wanted: string) => seededOrders().find(({ id }) => id === wanted)!

/**
 * A double of the seeded order with two returns, one of which is the exchange's, a claim without one, and an exchange with a
 * shipping method, all of them confirmed: of its first line four units are sent, two to be returned, one is written off; the
 * second line is sent by the exchange, the third by the claim.
 */
export const aReturnedOrder = (): OrderRecord => double(seeded(ids.returned_order))

/** A double of the seeded order on which one of these is begun. */
export const aBegunOrder = (kind: 'return' | 'claim' | 'exchange'): OrderRecord =>
  double(seeded(ids.begun_orders[['return', 'claim', 'exchange'].indexOf(kind)]!))

/** The same, of which the exchange, or the return, carried a promotion over: `left` of the 10 that it took off the first line. */
export function aCarriedOrder(left: number, now = left, kind: 'exchange' | 'return' = 'exchange'): OrderRecord {
  const { items, ...order } = aReturnedOrder()
  const [{ id, ...line }, ...others] = items as [OrderRecord['items'][number], ...OrderRecord['items']]
  const adjusted = (amount: number) =>
    anItem({ ...line, id, adjustments: [{ id: `ordliadj_${id}`, promotion_id: 'promo_1', code: 'TEN', amount }] })
  const { adjustments } = adjusted(left)
  const about =
    kind === 'return'
      ? ({ change_type: 'return_request', return_id: order.returns[0]!.id } as const)
      : { exchange_id: order.exchanges[0]!.id }
  const made = aChange([{ action: 'ITEM_ADJUSTMENTS_REPLACE', details: { reference_id: id, adjustments } }], {
    ...{ id: `ordch_${id}`, order_id: order.id, status: 'confirmed', ...about },
    replaced: [{ detail: line.detail, item: null, was: { adjustments: adjusted(10).adjustments } }],
  })
  return orderRecord({ ...order, items: [adjusted(now), ...others], changes: [made] })
}

interface Requested {
  location_id?: string | null
  /** In the place of the order's own. */
  order?: Partial<OrderRecord>
}

/** A return of three units of a variant of which five are in stock; another return of the order asks for one more. */
export async function aRequestedReturn(
  service: OrdersUnderTest,
  { location_id = ids.stock_location, order: said }: Requested = {},
) {
  const { variant_id, item } = await aStockedVariant(service, 5)
  const order = aReturnedOrder()
  const [own, other] = order.returns
  const returned = { ...own!, location_id, items: own!.items.map((one) => ({ ...one, quantity: 3 })) }
  const [sent, ...others] = order.items
  const line = { ...sent!, variant_id, detail: { ...sent!.detail, return_requested_quantity: 4 } }
  await insertMissing(service.db, { orders: [{ ...order, items: [line, ...others], returns: [returned, other!], ...said }] })
  return { order_id: order.id, id: own!.id, line: line.id, item, variant_id }
}
