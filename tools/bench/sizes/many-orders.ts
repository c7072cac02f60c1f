import { ids } from '../../seed/ids.ts'
import { seededOrders } from '../../seed/orders.ts'
import { customerId, insertCustomers, removeCustomers } from '../fixtures/customers.ts'
import { asBearer, benchId, type FixtureContext, insertBulk, range, removeBulk } from '../fixtures/fixture.ts'
import { type Asked, atMost, compare, type SizeLine, type Timer } from './timed.ts'

const FEW = 20
const MANY = 100_000
const PAGE = 20
const FIRST_DISPLAY_ID = 7_000_000
const PAGES = 5

/** A customer with 100,000 orders, beside one with 20. */
export async function manyOrders(context: FixtureContext, timer: Timer): Promise<SizeLine[]> {
  const { mongo, dev } = context
  const template = seededOrders().find(({ id }) => id === ids.second_order)!
  await insertCustomers({ ...context, records: 2 })
  await insertBulk(mongo, ['orders', 'orders'], FEW + MANY, (n) => {
    const { id: _id, ...order } = template
    const placedAt = new Date(Date.parse(template.created_at) + n * 1000).toISOString()
    return {
      _id: benchId('order', 901, n),
      ...order,
      customer_id: customerId(n < FEW ? 0 : 1),
      display_id: FIRST_DISPLAY_ID + n,
      created_at: placedAt,
      updated_at: placedAt,
      revision: 1,
      recent_ops: [],
      outbox: [],
      event_seq: 0,
    }
  })
  const headers = asBearer(dev.seller.token)
  const page = (customer: number, offset = 0): Asked => ({
    method: 'GET',
    path: `/vendor/customers/${customerId(customer)}/orders?limit=${PAGE}&offset=${offset}`,
    headers,
  })
  const first = await compare(timer, {
    what: `first page of a customer's orders: ${FEW}, or ${MANY}`,
    small: () => page(0),
    large: () => page(1),
    bound: 2,
  })
  const deep: number[] = []
  for (const n of range(PAGES, (at) => at)) deep.push((await timer.timed(page(1, (1000 + n) * PAGE))).ms)
  await removeBulk(mongo, ['orders', 'orders'], 'order')
  await removeCustomers(context)
  return [first, atMost(`page 1,000 of ${MANY} orders, with its count`, deep, 100)]
}
