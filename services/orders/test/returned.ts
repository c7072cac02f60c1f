import { ids } from '../../../tools/seed/ids.ts'
import { seededOrders } from '../../../tools/seed/orders.ts'
import type { OrderRecord } from '../src/domain/orders/stored-order.ts'

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
