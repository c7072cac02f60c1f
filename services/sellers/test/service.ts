import { generateKeyPairSync } from 'node:crypto'
import type { Actor, Operation } from '@souk/contracts'
import type { PublishedEvent } from '@souk/runtime'
import { type CallOptions, startTestService, type TestServers, testServers } from '@souk/runtime/testing'
import { vi } from 'vitest'
import { seedPricing } from '../../../tools/seed/pricing.ts'
import { ordersService } from '../../orders/src/service.ts'
import { pricingService } from '../../pricing/src/service.ts'
import { sellersService } from '../src/service.ts'

export const SIGNING_KEY = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))

export const startSellers = (env: Record<string, string> = {}, servers?: TestServers) =>
  startTestService(sellersService, { env: { AUTH_SIGNING_KEY: SIGNING_KEY, ...env }, tries: 6, ...(servers && { servers }) })

/** The real `orders` beside it: it knows which customer a log-in registered. */
export const startOrders = (servers: TestServers) => startTestService(ordersService, { servers, tries: 6 })

const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: 'authid_1' }

/** The service with the real `pricing` and its seeded catalogue beside it, and a client for administrators. */
export async function startForAdministrators(env: Record<string, string> = {}) {
  const servers = testServers()
  const pricing = await startTestService(pricingService, { servers })
  await seedPricing(pricing.db)
  const sellers = await startSellers(env, servers)
  const published: PublishedEvent[] = []
  sellers.bus.nc.subscribe('evt.sellers.>', {
    callback: (_error, { data }) => void published.push(JSON.parse(new TextDecoder().decode(data)) as PublishedEvent),
  })
  return {
    ...sellers,
    pricing,
    admin: <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
      sellers.send(operation, { actor: ADMIN, ...options }),
    /** The first events of a record, once that many are out; each once, though it may come twice. */
    eventsOf: (id: string, count: number) =>
      vi.waitFor(() => {
        const own = published.filter(
          (event, at) => event.id === id && published.findIndex((e) => e.id === id && e.seq === event.seq) === at,
        )
        if (own.length < count) throw new Error(`${own.length} of ${count} events are published`)
        return own.slice(0, count)
      }),
    async stop() {
      await sellers.stop()
      await pricing.stop()
    },
  }
}

export type SellersUnderTest = Awaited<ReturnType<typeof startForAdministrators>>
