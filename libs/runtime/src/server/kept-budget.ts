import { type Actor, isUnnamed, scopeOf } from '@souk/contracts'
import { lazyLru } from '../store/lazy-lru.ts'

/** Bytes of answers that a replica keeps for one client within an hour, not counting short ones. */
export const MAX_KEPT_PER_HOUR = 16 * 1024 * 1024
/** Shorter answers are always kept: they are not much longer than the requests. */
const SHORT = 4096
const HOUR_MS = 3600_000
const MAX_CLIENTS = 10_000

interface Asking {
  actor: Actor
  /** The network of a guest. */
  client?: string | undefined
}

/**
 * Bounds the bytes that storefront clients and sellers make a replica keep: a request of 200 bytes may have a long answer.
 */
export function createKeptBudget() {
  const kept = lazyLru<string, { bytes: number }>({ max: MAX_CLIENTS, ttl: HOUR_MS })

  /** Whether this many more bytes may be kept for the client; if so, they count. */
  return function mayKeep({ actor, client = '' }: Asking, bytes: number): boolean {
    if (bytes <= SHORT || actor.type === 'user' || actor.type === 'secret-key') return true
    const name = isUnnamed(actor) ? `client ${client}` : scopeOf(actor)
    const own = kept.get(name) ?? { bytes: 0 }
    if (own.bytes + bytes > MAX_KEPT_PER_HOUR) return false
    if (own.bytes === 0) kept.set(name, own)
    own.bytes += bytes
    return true
  }
}
