import type { PublishedEvent } from '@souk/runtime'
import { startTestService, type TestServers, testServers } from '@souk/runtime/testing'
import { vi } from 'vitest'
import { cartService } from '../../cart/src/service.ts'
import { ordersService } from '../../orders/src/service.ts'
import { pricingService } from '../src/service.ts'

export { startSellers } from '../../sellers/test/service.ts'

/** Without the cache of storefronts, unless `env` says otherwise: tests put records into the database, which send no notices. */
export async function startPricing(servers?: TestServers, env: Record<string, string> = { STOREFRONT_CACHE_MB: '0' }) {
  const pricing = await startTestService(pricingService, { tries: 6, env, ...(servers && { servers }) })
  const published: PublishedEvent[] = []
  pricing.bus.nc.subscribe('evt.pricing.>', {
    callback(_error, { data }) {
      const event = JSON.parse(new TextDecoder().decode(data)) as PublishedEvent
      // An event may come twice: consumers drop what they have seen.
      if (!published.some(({ id, seq }) => id === event.id && seq >= event.seq)) published.push(event)
    },
  })
  return {
    ...pricing,
    /** The first events of a record, once that many are out. */
    eventsOf: (id: string, count: number) =>
      vi.waitFor(() => {
        const own = published.filter((event) => event.id === id).slice(0, count)
        if (own.length < count) throw new Error(`${own.length} of ${count} events of ${id} are out`)
        return own
      }),
  }
}

export type PricingUnderTest = Awaited<ReturnType<typeof startPricing>>

/** The service beside those of its shoppers: carts and customers. */
export async function startShop(env?: Record<string, string>) {
  const servers = testServers()
  const [pricing, cart, orders] = await Promise.all([
    startPricing(servers, env),
    startTestService(cartService, { servers, tries: 6, env: { CART_EXPIRY_DAYS: '0' } }),
    startTestService(ordersService, { servers, tries: 6 }),
  ])
  return {
    ...pricing,
    cart,
    orders,
    async stop() {
      await Promise.all([pricing.stop(), cart.stop(), orders.stop()])
    },
  }
}
