import { generateKeyPairSync } from 'node:crypto'
import { type Actor, type Operation, quoteShippingOption, subjectOf } from '@souk/contracts'
import { createLogger, type PublishedEvent } from '@souk/runtime'
import { type CallOptions, lookOnce, startTestService, type TestServers, testServers } from '@souk/runtime/testing'
import { vi } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { seedPricing } from '../../../tools/seed/pricing.ts'
import { cartService } from '../../cart/src/service.ts'
import { settleLeftClaims } from '../../pricing/src/background/settle-left-claims.ts'
import { pricingService } from '../../pricing/src/service.ts'
import { sellersService } from '../../sellers/src/service.ts'
import { ordersService } from '../src/service.ts'

/** 15 euros, taxed at 19 % in Germany. */
export const EXPRESS = ids.express_shipping_option
export const UNPRICED = ids.shipping_option_without_price
export const UNKNOWN_OPTION = 'so_unknown'

export const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }
/** Somebody who is not logged in, at a storefront of the channel `sc_1`. */
export const GUEST = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null } satisfies Actor
export const memberOf = (seller_id: string): Actor => ({ type: 'member', id: 'mem_1', seller_id, identity_id: 'authid_1' })

/** The real `sellers` beside it. */
export const startSellers = (servers: TestServers) =>
  startTestService(sellersService, {
    servers,
    tries: 6,
    env: { AUTH_SIGNING_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })) },
  })

/** The real `cart` beside it. */
export const startCart = (servers: TestServers) => startTestService(cartService, { servers, tries: 6 })

/** The service with the real `pricing` and its seeded catalogue beside it, and a client for administrators. */
export async function startOrders() {
  const servers = testServers()
  const pricing = await startTestService(pricingService, { servers, tries: 6 })
  await seedPricing(pricing.db)
  const orders = await startTestService(ordersService, { servers, tries: 6 })
  const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
    orders.send(operation, { actor: ADMIN, ...options })
  const call = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
    orders.call(operation, { actor: ADMIN, ...options })
  const published: PublishedEvent[] = []
  orders.bus.nc.subscribe('evt.orders.>', {
    callback(_error, { data }) {
      const event = JSON.parse(new TextDecoder().decode(data)) as PublishedEvent
      // An event may come twice: consumers drop events that they have seen.
      if (!published.some(({ id, seq }) => id === event.id && seq >= event.seq)) published.push(event)
    },
  })
  let quotes = 0
  // To anyone, or to the replica that was chosen.
  for (const subject of [subjectOf(quoteShippingOption), `replica.pricing.*.${quoteShippingOption.name}`])
    orders.bus.nc.subscribe(subject, { callback: () => void quotes++ })
  return {
    ...orders,
    pricing,
    admin,
    call,
    /** Settles at once the stock that changes have left claimed or picked, as a sweep of `pricing` does in time. */
    settleLeftStock: () =>
      vi.waitFor(async () => {
        const logger = createLogger('pricing', 'silent')
        await lookOnce(1, () => settleLeftClaims({ ...pricing.deps, logger, leftAfterMs: -1000, firstAfterMs: 0 }))
        const left = await Promise.all(
          ['stock_claims', 'stock_picks'].map((name) => pricing.db.collection(name).countDocuments()),
        )
        if (left.some((count) => count > 0)) throw new Error(`${left} claims and picks are left`)
      }),
    /** How often `pricing` was asked for a shipping option. */
    quotes: () => quotes,
    /** All changes of an order as they are kept, also those that lists do not have. */
    keptChanges: async (id: string) => (await orders.deps.orders.getWithChanges(id, Date.now() + 10_000)).changes,
    /** The first events of an order, once that many are out. */
    eventsOf: (id: string, count: number) =>
      vi.waitFor(() => {
        const own = published.filter((event) => event.id === id).slice(0, count)
        if (own.length < count) throw new Error(`${own.length} of ${count} events are published`)
        return own
      }),
    async stop() {
      await orders.stop()
      await pricing.stop()
    },
  }
}

/** As `startOrders`, with the real `cart` beside it as well, which drafts ask for their promotions. */
export async function startOrdersWithCart() {
  const orders = await startOrders()
  const cart = await startCart(orders.servers)
  return {
    ...orders,
    cart,
    async stop() {
      await cart.stop()
      await orders.stop()
    },
  }
}

export type OrdersUnderTest = Awaited<ReturnType<typeof startOrders>>
