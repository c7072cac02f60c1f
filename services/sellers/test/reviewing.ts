import { type Actor, createOwnReview, type Operation } from '@souk/contracts'
import type { PublishedEvent } from '@souk/runtime'
import { type CallOptions, testServers } from '@souk/runtime/testing'
import { vi } from 'vitest'
import { seededCustomers } from '../../../tools/seed/customers.ts'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../tools/seed/orders.ts'
import { aSeller } from './builders.ts'
import { startOrders, startSellers } from './service.ts'

export const CUSTOMER = ids.customer
export const SELLER = ids.seller
export const shopper = (customer_id: string | null): Actor => ({
  type: 'storefront',
  id: 'apk_1',
  sales_channel_ids: [],
  customer_id,
})

/** The service with the real `orders` beside it, and customers who bought. */
export async function startReviewed() {
  const servers = testServers()
  const orders = await startOrders(servers)
  const sellers = await startSellers({}, servers)
  await insertMissing(orders.db, { customers: seededCustomers })
  await insertMissing(sellers.db, {
    sellers: [aSeller({ id: SELLER, name: 'Linen', handle: 'linen', email: 'secret@example.com' })],
  })
  const [seeded] = seededOrders()
  const published: PublishedEvent[] = []
  sellers.bus.nc.subscribe('evt.sellers.review.>', {
    callback: (_error, { data }) => void published.push(JSON.parse(new TextDecoder().decode(data)) as PublishedEvent),
  })
  let made = 0

  /** An order of the customer's, of the seeded product. @returns its id */
  async function bought(customer_id: string | null = CUSTOMER, seller_id: string | null = SELLER): Promise<string> {
    const id = `order_r${++made}`
    await insertMissing(orders.db, { orders: [{ ...seeded!, id, customer_id, seller_id, display_id: 9000 + made }] })
    return id
  }
  const as =
    (actor: Actor) =>
    <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
      sellers.send(operation, { actor, ...options })
  const create = (body: object, options: object = {}) =>
    as(shopper(CUSTOMER))(createOwnReview, { body: body as never, ...options })

  return {
    ...sellers,
    orders,
    bought,
    as,
    create,
    /** The names of a review's first events, once that many are out; each may come twice. */
    eventsOf: (id: string, count: number) =>
      vi.waitFor(() => {
        const own = new Map(published.flatMap((event) => (event.id === id ? [[event.seq, event.type]] : [])))
        if (own.size < count) throw new Error(`${own.size} of ${count} events are published`)
        return [...own.values()]
      }),
    /** A review of what was just bought. */
    async aReview(fields: object = {}, customer_id: string = CUSTOMER) {
      const body = { order_id: await bought(customer_id), reference: 'product', reference_id: ids.product, rating: 4, ...fields }
      const { status, body: answer } = await create(body, { actor: shopper(customer_id) })
      if (status !== 201) throw new Error(JSON.stringify(answer))
      return { ...body, id: answer.review.id as string }
    },
    async stop() {
      await sellers.stop()
      await orders.stop()
    },
  }
}

export type Reviewed = Awaited<ReturnType<typeof startReviewed>>
