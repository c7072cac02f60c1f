import { type KV, Kvm } from '@nats-io/kv'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** A live copy of the bucket in memory. It keeps its last contents while JetStream is away. */
export function watchAccessBucket(bus: Bus, logger: Logger) {
  let entries = new Map<string, unknown>()
  let complete = false
  let stopped = false
  let iterator: { stop(): void } | undefined

  async function follow() {
    const bucket = await openBucket(bus)
    const watch = await bucket.watch()
    iterator = watch
    const fresh = new Map<string, unknown>()
    const isEmpty = (await bucket.status()).values === 0
    const publish = () => {
      entries = fresh
      complete = true
    }
    if (isEmpty) publish()
    for await (const entry of watch) {
      if (entry.operation === 'PUT') fresh.set(entry.key, entry.json())
      else fresh.delete(entry.key)
      if (entry.isUpdate) publish()
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
      for await (const key of await kv.keys()) {
        const entry = await kv.get(key)
        if (entry?.operation === 'PUT') present.set(key, entry.string())
      }
      let writes = 0
      for (const [key, value] of wanted) {
        const text = JSON.stringify(value)
        if (present.get(key) === text) continue
        await kv.put(key, encoder.encode(text))
        writes++
      }
      for (const key of present.keys()) {
        if (wanted.has(key)) continue
        await kv.delete(key)
        writes++
      }
      return writes
    },
  }
}

export type AccessWriter = ReturnType<typeof createAccessWriter>
