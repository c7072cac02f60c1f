import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { ClientCounts } from '@souk/runtime'
import type { FastifyInstance } from 'fastify'
import { clientOf } from './client-address.ts'

/** Limits the requests of a client, counted across all gateways. */
export async function registerRateLimit(app: FastifyInstance, counts: ClientCounts, perMinute: number) {
  // The plugin wants a class, which it instantiates.
  class Store implements FastifyRateLimitStore {
    incr(client: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void) {
      const { count, ends_at } = counts.add(client)
      callback(null, { current: count, ttl: ends_at - Date.now() })
    }
    child() {
      return this
    }
  }
  await app.register(rateLimit, { max: perMinute, timeWindow: 60_000, keyGenerator: ({ ip }) => clientOf(ip), store: Store })
}
