import { setTimeout as sleep } from 'node:timers/promises'
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { type KV, Kvm, type KvWatchEntry } from '@nats-io/kv'
import type { Bus } from './bus.ts'
import type { Logger } from './logger.ts'

/**
 * The `access` bucket tells every gateway, within milliseconds, who may act: `jwk.<kid>` public keys, `key.<sha256>` API keys,
 * `since.<identity>`, `jti.<id>`, `member.<id>` and `seller.<id>` what is void. Values are JSON. `sellers` writes it, and MongoDB is
 * the record: a lost bucket is filled again.
 */
const BUCKET = 'access'
const RETRY_MS = 500

const openBucket = (bus: Bus): Promise<KV> => new Kvm(bus.nc).create(BUCKET, { history: 1 })

/** How often a watch is checked: one that survived a reconnect, or its own bucket, may never hear of anything again. */
const CHECK_MS = 500
/** `sellers` fills a lost bucket again within a minute. Until then the old entries count, with the new ones on top. */
const REFILL_MS = 90_000

/** A live copy of the bucket in memory. It keeps its last contents while JetStream, or the bucket, is away. */
export function watchAccessBucket(bus: Bus, logger: Logger, { refillMs = REFILL_MS }: { refillMs?: number } = {}) {
  let entries = new Map<string, unknown>()
  let complete = false
  let stopped = false
  let born: string | undefined
  let refillUntil = 0
  let iterator: { stop(): void } | undefined

  async function follow() {
    const { reconnects } = bus
    const bucket = await openBucket(bus)
    const present = await birthOf(bucket)
    if (complete && present !== born) refillUntil = Date.now() + refillMs
    born = present
    const watch = await bucket.watch()
    iterator = watch
    const fresh = new Map<string, unknown>()
    const publish = () => {
      entries = fresh
      complete = true
    }
    const isRefilling = () => Date.now() < refillUntil
    const refilled = isRefilling() ? setTimeout(publish, refillUntil - Date.now()) : undefined
    const check = setInterval(async () => {
      const now = await birthOf(bucket).catch((error: unknown) => (isGone(error) ? 'gone' : born))
      if (bus.reconnects !== reconnects || now !== born) watch.stop()
    }, CHECK_MS)
    try {
      if (!isRefilling() && (await bucket.status()).values === 0) publish()
      for await (const entry of watch) {
        apply(fresh, entry)
        if (isRefilling()) apply(entries, entry)
        else if (entry.isUpdate) publish()
      }
    } finally {
      clearInterval(check)
      clearTimeout(refilled)
    }
  }

  async function followForEver() {
    while (!stopped) {
      await follow().catch((error: unknown) => logger.warn({ err: error }, 'the access bucket cannot be watched; trying again'))
      if (!stopped) await sleep(RETRY_MS)
    }
  }
  void followForEver() // settles itself: every failure is logged and tried again

  return {
    get: (key: string): unknown => entries.get(key),
    has: (key: string): boolean => entries.has(key),
    entries: (): ReadonlyMap<string, unknown> => entries,
    /** True once the first whole copy is there. */
    get complete() {
      return complete
    },
    stop() {
      stopped = true
      iterator?.stop()
    },
  }
}

function apply(entries: Map<string, unknown>, entry: KvWatchEntry) {
  if (entry.operation === 'PUT') entries.set(entry.key, entry.json())
  else entries.delete(entry.key)
}

/** When the bucket was made: another one of the same name has another birth. */
const birthOf = async (bucket: KV) => (await bucket.status()).streamInfo.created
const isGone = (error: unknown) => error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound

export type AccessBucket = ReturnType<typeof watchAccessBucket>

/** The writing side. Writes reject while JetStream is away; `sync` makes up for it later. */
export function createAccessWriter(bus: Bus) {
  let opened: Promise<KV> | undefined
  const bucket = () => {
    opened ??= openBucket(bus).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  const encoder = new TextEncoder()

  return {
    async put(key: string, value: unknown) {
      await (await bucket()).put(key, encoder.encode(JSON.stringify(value)))
    },
    async remove(key: string) {
      await (await bucket()).delete(key)
    },
    /** Makes the bucket hold exactly `wanted`; writes only what differs. @returns the number of writes */
    async sync(wanted: ReadonlyMap<string, unknown>): Promise<number> {
      const kv = await bucket()
      const present = new Map<string, string>()
      for await (const entry of await kv.history()) if (entry.operation === 'PUT') present.set(entry.key, entry.string())
      const changed = [...wanted]
        .map(([key, value]) => [key, JSON.stringify(value)] as const)
        .filter(([key, text]) => present.get(key) !== text)
      const surplus = [...present.keys()].filter((key) => !wanted.has(key))
      await inTurns(changed, ([key, text]) => kv.put(key, encoder.encode(text)))
      await inTurns(surplus, (key) => kv.delete(key))
      return changed.length + surplus.length
    },
  }
}

/** A hundred at a time. */
async function inTurns<T>(all: readonly T[], act: (one: T) => Promise<unknown>) {
  for (let at = 0; at < all.length; at += 100) await Promise.all(all.slice(at, at + 100).map(act))
}

export type AccessWriter = ReturnType<typeof createAccessWriter>
