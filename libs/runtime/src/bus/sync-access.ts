import { JetStreamApiCodes, JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream'
import type { KV } from '@nats-io/kv'
import { BUCKET, MARKER } from './access-bucket.ts'

/** A removed entry leaves a delete marker, by which watchers learn of the removal; after this long all have. */
const MARKS_KEPT_MS = 3_600_000
const MARKS_AT_ONCE = 1000

interface Present {
  revision: number
  /** Undefined: removed. */
  text: string | undefined
  at: number
}

/**
 * Makes the bucket hold exactly the entries that `read` finds in the records, and marks it as complete. Writes only entries
 * that differ, or have reached half the age at which they expire. The bucket is read first: entries written after that are
 * newer than the records that were read, and stay.
 * @returns the number of writes
 */
export async function syncAccess(
  { js, bucket }: { js: JetStreamClient; bucket: KV },
  read: () => Promise<ReadonlyMap<string, unknown>>,
): Promise<number> {
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
  await inTurns(changed, ([key, text]) => unlessNewer(bucket.put(key, text, { previousSeq: present.get(key)?.revision ?? 0 })))
  await inTurns(surplus, ([key, { revision }]) => unlessNewer(bucket.delete(key, { previousSeq: revision })))
  await bucket.put(MARKER, JSON.stringify({ at: new Date().toISOString(), entries: wanted.size }))
  await forgetMarks(js, bucket, present)
  return writes
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
async function forgetMarks(js: JetStreamClient, bucket: KV, present: ReadonlyMap<string, Present>) {
  const old = [...present].filter(([, { text, at }]) => text === undefined && at < Date.now() - MARKS_KEPT_MS)
  if (old.length === 0) return
  const { streams } = await js.jetstreamManager()
  const { streamInfo } = await bucket.status()
  await inTurns(old.slice(0, MARKS_AT_ONCE), ([key, { revision }]) =>
    streams.purge(streamInfo.config.name, { filter: `$KV.${BUCKET}.${key}`, seq: revision + 1 }),
  )
}

/** How long the bucket keeps an entry, in ms; 0: for ever. */
export const keptMs = async (bucket: KV) => (await bucket.status()).ttl

const CONFLICTS: ReadonlySet<number> = new Set([
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
])
/** Another writer was first. */
export const isConflict = (error: unknown) => error instanceof JetStreamApiError && CONFLICTS.has(error.code)

/** A hundred at a time. */
async function inTurns<T>(all: readonly T[], act: (one: T) => Promise<unknown>) {
  for (let at = 0; at < all.length; at += 100) await Promise.all(all.slice(at, at + 100).map(act))
}
