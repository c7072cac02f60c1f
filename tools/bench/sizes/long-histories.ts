import { z } from 'zod'
import { ids } from '../../seed/ids.ts'
import { seededOrders } from '../../seed/orders.ts'
import { asBearer, benchId, copier, type FixtureContext, insertBulk, range, removeBulk } from '../fixtures/fixture.ts'
import { type Asked, compare, type SizeLine, type Timer } from './timed.ts'

const VERSIONS = 100
const FIRST_DISPLAY_ID = 6_000_000
const Shown = z.object({ order: z.object({ version: z.number(), items: z.array(z.object({ id: z.string() })) }) })

const FRESH = benchId('order', 900, 0)
const EDITED = benchId('order', 900, 1)

/** An order that was edited 100 times, beside one that never was. */
export async function longHistories({ mongo, dev }: FixtureContext, timer: Timer): Promise<SizeLine[]> {
  const headers = asBearer(dev.admin.token)
  const get = (path: string): Asked => ({ method: 'GET', path, headers })
  const post = (path: string, body: object = {}): Asked => ({ method: 'POST', path, headers, body })

  const { id, ...order } = seededOrders().find((one) => one.id === ids.order)!
  const copy = copier({ _id: id, ...order }, [id])
  await insertBulk(mongo, ['orders', 'orders'], 2, (n) => ({
    ...copy([benchId('order', 900, n)]),
    display_id: FIRST_DISPLAY_ID + n,
    revision: 1,
    recent_ops: [],
    outbox: [],
    event_seq: 0,
  }))
  const shown = Shown.parse((await timer.timed(get(`/admin/orders/${EDITED}`))).json()).order
  for (const n of range(VERSIONS, (at) => at)) {
    await timer.timed(post('/admin/order-edits', { order_id: EDITED }))
    await timer.timed(post(`/admin/order-edits/${EDITED}/items/item/${shown.items[0]!.id}`, { quantity: 5 + (n % 2) }))
    await timer.timed(post(`/admin/order-edits/${EDITED}/confirm`))
  }

  const lines = [
    await compare(timer, {
      what: `read an order: new, or of ${VERSIONS} versions`,
      small: () => get(`/admin/orders/${FRESH}`),
      large: () => get(`/admin/orders/${EDITED}`),
      bound: 2,
    }),
    await compare(timer, {
      what: `list an order: new, or of ${VERSIONS} versions`,
      small: () => get(`/admin/orders?id=${FRESH}`),
      large: () => get(`/admin/orders?id=${EDITED}`),
      bound: 2,
    }),
  ]
  await removeBulk(mongo, ['orders', 'orders'], 'order')
  return lines
}
