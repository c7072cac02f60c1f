import { setTimeout as sleep } from 'node:timers/promises'
import { JetStreamApiCodes, JetStreamApiError, jetstream } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { DAY_MS } from '@souk/contracts'
import { BUCKET, MARKER } from './access-bucket.ts'
import type { Bus } from './bus.ts'
import { madeToFit } from './made-to-fit.ts'

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
/** A removed entry leaves a delete marker, by which watchers learn of the removal; after this long all have. */
const MARKS_KEPT_MS = 3_600_000
const MARKS_AT_ONCE = 1000
/** How long a size that was read is reused. */
const SIZE_KEPT_MS = 1000

interface Present {
  revision: number
  /** Undefined: removed. */
  text: string | undefined
  at: number
}

/**
 * The writing side of the `access` bucket. Creates the bucket if there is none; an existing one stays as its operators made it.
 * Writes reject while JetStream is away; `sync` makes up for them later.
 */
export function createAccessWriter(bus: Bus, options: AccessWriterOptions = {}) {
  const { replicas = 1, max_bytes = 128 * 1024 * 1024, max_age_ms = 30 * DAY_MS } = options
  const js = jetstream(bus.nc, { timeout: TIMEOUT_MS })
  const encoder = new TextEncoder()
  const encode = (value: unknown) => encoder.encode(JSON.stringify(value))
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

  async function readPresent(bucket: KV): Promise<Map<string, Present>> {
    const present = new Map<string, Present>()
    for await (const entry of await bucket.history()) {
      const text = entry.operation === 'PUT' ? entry.string() : undefined
      present.set(entry.key, { revision: entry.revision, text, at: entry.created.getTime() })
    }
    present.delete(MARKER)
    return present
  }

  /** Purges delete markers of entries removed long ago; a newer write of the same key is not affected. */
  async function forgetMarks(bucket: KV, present: ReadonlyMap<string, Present>) {
    const old = [...present].filter(([, { text, at }]) => text === undefined && at < Date.now() - MARKS_KEPT_MS)
    if (old.length === 0) return
    const { streams } = await js.jetstreamManager()
    const { streamInfo } = await bucket.status()
    await inTurns(old.slice(0, MARKS_AT_ONCE), ([key, { revision }]) =>
      streams.purge(streamInfo.config.name, { filter: `$KV.${BUCKET}.${key}`, seq: revision + 1 }),
    )
  }

  return {
    put: (key: string, value: unknown) => use(async (bucket) => void (await bucket.put(key, encode(value)))),
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
            else await bucket.put(key, encoder.encode(text), { previousSeq: there?.revision ?? 0 })
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

    /**
     * Makes the bucket hold exactly the entries that `read` finds in the records, and marks it as complete. Writes only entries
     * that differ, or have reached half the age at which they expire. The bucket is read first: entries written after that are
     * newer than the records that were read, and stay.
     * @returns the number of writes
     */
    sync: (read: () => Promise<ReadonlyMap<string, unknown>>): Promise<number> =>
      use(async (bucket) => {
        const present = await readPresent(bucket)
        const wanted = await read()
        const kept_ms = await keptMs(bucket)
        const aging = kept_ms === 0 ? Number.NEGATIVE_INFINITY : Date.now() - kept_ms / 2
        const isFresh = (there: Present | undefined, text: string) => there?.text === text && there.at > aging
        const changed = [...wanted]
          .map(([key, value]) => [key, JSON.stringify(value)] as const)
          .filter(([key, text]) => !isFresh(present.get(key), text))
        const surplus = [...present].filter(([key, { text }]) => text !== undefined && !wanted.has(key))
        let writes = 0
        const unlessNewer = (write: Promise<unknown>) =>
          write.then(
            () => void writes++,
            (error: unknown) => {
              if (!isConflict(error)) throw error
            },
          )
        await inTurns(changed, ([key, text]) =>
          unlessNewer(bucket.put(key, encoder.encode(text), { previousSeq: present.get(key)?.revision ?? 0 })),
        )
        await inTurns(surplus, ([key, { revision }]) => unlessNewer(bucket.delete(key, { previousSeq: revision })))
        await bucket.put(MARKER, encode({ at: new Date().toISOString(), entries: wanted.size }))
        await forgetMarks(bucket, present)
        return writes
      }),
  }
}

const keptMs = async (bucket: KV) => (await bucket.status()).ttl

const CONFLICTS: ReadonlySet<number> = new Set([
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
])
const isConflict = (error: unknown) => error instanceof JetStreamApiError && CONFLICTS.has(error.code)

/** A hundred at a time. */
async function inTurns<T>(all: readonly T[], act: (one: T) => Promise<unknown>) {
  for (let at = 0; at < all.length; at += 100) await Promise.all(all.slice(at, at + 100).map(act))
}

export type AccessWriter = ReturnType<typeof createAccessWriter>
