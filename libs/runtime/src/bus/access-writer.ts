import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { DAY_MS } from '@souk/contracts'
import { BUCKET, MARKER } from './access-bucket.ts'
import type { Bus } from './bus.ts'
import { madeToFit } from './made-to-fit.ts'
import { isConflict, keptMs, syncAccess } from './sync-access.ts'

export interface AccessWriterOptions {
  /** Copies of the bucket if it has to be created; default 1. */
  replicas?: number
  /**
   * Maximum size of the bucket if it has to be created; default 128 MiB. Halved, repeatedly, if JetStream has no room for it.
   */
  max_bytes?: number
  /** How long the bucket keeps an entry if it has to be created. Default 30 days. */
  max_age_ms?: number
}

const TIMEOUT_MS = 2000
const TRIES = 10
/** How long a size that was read is reused. */
const SIZE_KEPT_MS = 1000

/**
 * The writing side of the `access` bucket. Creates the bucket if there is none; an existing one stays as its operators made it.
 * Writes reject while JetStream is away; `sync` makes up for them later.
 */
export function createAccessWriter(bus: Bus, options: AccessWriterOptions = {}) {
  const { replicas = 1, max_bytes = 128 * 1024 * 1024, max_age_ms = 30 * DAY_MS } = options
  const js = jetstream(bus.nc, { timeout: TIMEOUT_MS })
  let opened: Promise<KV> | undefined
  let taken = { share: 0, at: Number.NEGATIVE_INFINITY }

  const openBucket = (): Promise<KV> =>
    madeToFit(max_bytes, (bytes) => new Kvm(js).create(BUCKET, { history: 1, replicas, max_bytes: bytes, ttl: max_age_ms }))

  /** After a failure the bucket may be gone for good: the next attempt creates it again. */
  async function use<T>(act: (bucket: KV) => Promise<T>): Promise<T> {
    opened ??= openBucket()
    const mine = opened
    try {
      return await act(await mine)
    } catch (error) {
      if (opened === mine && !isConflict(error)) opened = undefined
      throw error
    }
  }

  return {
    put: (key: string, value: unknown) => use(async (bucket) => void (await bucket.put(key, JSON.stringify(value)))),
    remove: (key: string) => use((bucket) => bucket.delete(key)),

    /**
     * Writes the value that `read` finds in the records, never over a newer one: of two concurrent writers, the later record
     * wins. Undefined removes the entry.
     */
    async write(key: string, read: () => Promise<unknown>): Promise<void> {
      for (let tries = 1; ; tries++) {
        try {
          return await use(async (bucket) => {
            const there = await bucket.get(key)
            const text = JSON.stringify(await read()) as string | undefined
            const present = there?.operation === 'PUT' ? there.string() : undefined
            if (text === present) return
            if (text === undefined) await bucket.delete(key, { previousSeq: there!.revision })
            else await bucket.put(key, text, { previousSeq: there?.revision ?? 0 })
          })
        } catch (error) {
          if (!isConflict(error) || tries === TRIES) throw error
          await sleep(1 + Math.random() * 20)
        }
      }
    },

    /** How long the bucket keeps an entry, in ms, whatever the options say; 0: for ever. @throws while JetStream is away */
    keptMs: () => use(keptMs),

    /** Whether the bucket exists and has been filled; false after a loss. @throws while JetStream does not answer */
    isComplete: () => use(async (bucket) => (await bucket.get(MARKER))?.operation === 'PUT'),

    /**
     * The used share of the bucket's size, at most a second old; while JetStream does not answer, the last known share; 0 for a
     * bucket without a limit.
     */
    async takenShare(): Promise<number> {
      if (performance.now() - taken.at >= SIZE_KEPT_MS) {
        taken = { ...taken, at: performance.now() }
        const info = await use(async (bucket) => (await bucket.status()).streamInfo).catch(() => undefined)
        if (info) taken.share = Math.max(info.state.bytes / info.config.max_bytes, 0)
      }
      return taken.share
    },

    /** See `syncAccess`. */
    sync: (read: () => Promise<ReadonlyMap<string, unknown>>): Promise<number> =>
      use((bucket) => syncAccess({ js, bucket }, read)),
  }
}

export type AccessWriter = ReturnType<typeof createAccessWriter>
