import { setTimeout as sleep } from 'node:timers/promises'
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { type KV, Kvm, type KvWatchEntry } from '@nats-io/kv'
import type { Logger } from '../observability/logger.ts'
import { type AccessKey, accessValue } from './access-keys.ts'
import type { Bus } from './bus.ts'

/**
 * The `access` bucket tells every gateway, within milliseconds, who may act; `accessEntries` of the contracts declares its
 * entries. Values are JSON. `sellers` writes it from its records in MongoDB, and fills a lost bucket again.
 */
export const BUCKET = 'access'
/** The entry that `sellers` writes last, once the bucket matches the records: only a copy that has it is complete. */
export const MARKER = 'complete'

const RETRY_MS = 500
/** How often a watch is checked: one that has survived a reconnect, or its own bucket, may never receive anything again. */
const CHECK_MS = 500

/**
 * A live copy of the bucket in memory. It keeps its last contents while JetStream or the bucket is away. After a loss the old
 * entries stay valid, overlaid by new ones, until the new bucket is complete.
 */
export function watchAccessBucket(bus: Bus, logger: Logger) {
  let entries = new Map<string, unknown>()
  let complete = false
  /** The stream that `entries` are a copy of: when it was created, and the last entry that they include, in epoch ms. */
  let copied = { born: '', sequence: 0, at: 0 }
  let followed: { reconnects: number } | undefined
  let version = 0
  let stopped = false
  let iterator: { stop(): void } | undefined

  async function follow() {
    const { reconnects } = bus
    const bucket = await new Kvm(bus.nc).open(BUCKET)
    const { born, sequence } = await stateOf(bucket)
    // A store that lost its newest writes has older entries than the copy, and an older marker: only the next one says that they
    // are back.
    const isBehind = complete && born === copied.born && sequence < copied.sequence
    const watch = await bucket.watch()
    iterator = watch
    const fresh = new Map<string, unknown>()
    let isWhole = false
    let isMarked = false
    const check = setInterval(async () => {
      const now = await stateOf(bucket).catch((error: unknown) => ({ born: isGone(error) ? 'gone' : born }))
      if (bus.reconnects !== reconnects || now.born !== born) watch.stop()
    }, CHECK_MS)
    try {
      for await (const entry of watch) {
        version++
        isWhole ||= entry.isUpdate || entry.delta === 0
        const isNews = !isBehind || entry.created.getTime() > copied.at // the last of the old entries counts as an update
        if (entry.key === MARKER) isMarked = entry.operation === 'PUT' && isNews
        else apply(fresh, entry)
        if (!followed && isWhole && isMarked) {
          entries = fresh
          complete = true
          followed = { reconnects }
        } else if (!followed && complete && isNews && entry.key !== MARKER) apply(entries, entry)
        if (followed) copied = { born, sequence: entry.revision, at: entry.created.getTime() }
      }
    } finally {
      followed = undefined
      clearInterval(check)
      watch.stop()
    }
  }

  function apply(to: Map<string, unknown>, entry: KvWatchEntry) {
    if (entry.operation === 'PUT') to.set(entry.key, contentOf(entry))
    else to.delete(entry.key)
  }

  /** Null for a value that violates its contract: the entry still counts, and does not keep others from being read. */
  function contentOf(entry: KvWatchEntry): unknown {
    try {
      return accessValue(entry.key, entry.json())
    } catch {
      logger.warn({ kind: entry.key.split('.')[0] }, 'an entry of the access bucket does not hold what it should')
      return null
    }
  }

  async function followForEver() {
    let failures = 0
    while (!stopped) {
      try {
        await follow()
        failures = 0
      } catch (error) {
        // At the first start there is no bucket until `sellers` has created it. Otherwise one warning in twenty is enough.
        if (failures === 0 && !complete && isGone(error)) logger.info('waiting for the access bucket')
        else if (failures % 20 === 0) logger.warn({ err: error }, 'the access bucket cannot be watched; trying again')
        failures++
      }
      if (!stopped) await sleep(RETRY_MS)
    }
  }
  void followForEver() // never rejects: every failure is logged and retried

  /** Undefined if there is no entry; null if its contents cannot be read. */
  function get<Value>(key: AccessKey<Value>): Value | null | undefined
  function get(key: string): unknown
  function get(key: string): unknown {
    return entries.get(key)
  }

  return {
    get,
    has: (key: string): boolean => entries.has(key),
    entries: (): ReadonlyMap<string, unknown> => entries,
    /** True once there has been a whole copy of a complete bucket. */
    get complete() {
      return complete
    },
    /** Whether new writes arrive at once; false while the copy may be outdated. */
    get current() {
      return followed !== undefined && followed.reconnects === bus.reconnects && bus.connected
    },
    /** Rises with each change of an entry. */
    get version() {
      return version
    },
    stop() {
      stopped = true
      iterator?.stop()
    },
  }
}

/** When the stream was created, which tells it from another one of the same name, and its last sequence number. */
async function stateOf(bucket: KV) {
  const { created, state } = (await bucket.status()).streamInfo
  return { born: created, sequence: state.last_seq }
}

const isGone = (error: unknown) => error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound

export type AccessBucket = ReturnType<typeof watchAccessBucket>
