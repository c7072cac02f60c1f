import { BSON, type Collection, type Document, type Filter } from 'mongodb'
import { timeLeft } from './mongo.ts'
import { isAway } from './mongo-errors.ts'

export interface Query<D extends Document> {
  filter: Filter<D>
  /** Default: the whole document. */
  projection?: Document | undefined
  sort?: Readonly<Record<string, 1 | -1>>
  skip?: number
  /** Default: all. */
  limit?: number
  /** Name of the index to use. Default: MongoDB chooses by trying the existing indexes, which reads documents. */
  hint?: string
}

/** MongoDB's reply to a `find` command. */
interface FindReply extends Document {
  cursor: { id: BSON.Long | number; firstBatch: unknown[] }
}

/** Larger results use a cursor, so that decoding does not block the event loop. */
const MAX_IN_REPLY = 10_000
/** The options of our `MongoClient`; UTF-8 was checked when texts came in. */
const COMMAND = { promoteBuffers: true, enableUtf8Validation: false, ignoreUndefined: true } as const
const DECODING = { promoteBuffers: true, validation: { utf8: false } } as const

/**
 * All documents that a query finds, in the reply to one bare `find` command: a cursor costs the driver almost twice as much. If
 * the result is too large for one reply (10,000 documents, 16 MiB), or MongoDB was away, it is read again with a cursor, which
 * can continue after the first reply, and retries until `deadline` (epoch ms).
 */
export async function findAll<D extends Document>(collection: Collection<D>, query: Query<D>, deadline: number): Promise<D[]> {
  const reply = await firstReply(collection, query, deadline)
  if (reply && !reply.isCut) return reply.documents as D[]
  return (await cursorOf(collection, query, deadline).toArray()) as D[]
}

/** The same as raw BSON, for callers that need each document's size. `decode` turns it into the document. */
export async function findBytes<D extends Document>(
  collection: Collection<D>,
  query: Query<D>,
  deadline: number,
): Promise<Uint8Array[]> {
  const reply = await firstReply(collection, query, deadline, { firstBatch: true })
  if (reply && !reply.isCut) return reply.documents as Uint8Array[]
  return (await cursorOf(collection, query, deadline, true).toArray()) as unknown as Uint8Array[]
}

/** As many of the documents as fit into one reply. `isCut`: there are more, within the limit. */
export async function findFirst<D extends Document>(
  collection: Collection<D>,
  query: Query<D> & { limit: number },
  deadline: number,
): Promise<{ documents: D[]; isCut: boolean }> {
  const reply = await firstReply(collection, query, deadline)
  if (reply) return { documents: reply.documents as D[], isCut: reply.isCut }
  return { documents: (await cursorOf(collection, query, deadline).toArray()) as D[], isCut: false }
}

export const decode = <D extends Document>(bytes: Uint8Array): D => BSON.deserialize(bytes, DECODING) as D

/**
 * The documents of the first reply; the server keeps no cursor for the rest.
 * @returns undefined if MongoDB was away: a cursor may retry
 */
async function firstReply<D extends Document>(
  { db, collectionName: find }: Collection<D>,
  query: Query<D>,
  deadline: number,
  fieldsAsRaw = {},
): Promise<{ documents: unknown[]; isCut: boolean } | undefined> {
  const command = { find, ...query, batchSize: MAX_IN_REPLY, readConcern: { level: 'majority' } }
  try {
    const { cursor } = (await db.command(command, { ...COMMAND, fieldsAsRaw, ...timeLeft(deadline) })) as FindReply
    const isCut = Number(cursor.id) !== 0
    if (isCut) await db.command({ killCursors: find, cursors: [BSON.Long.fromValue(cursor.id)] }, timeLeft(deadline))
    return { documents: cursor.firstBatch, isCut }
  } catch (error) {
    if (isAway(error) && deadline > Date.now()) return undefined
    throw error
  }
}

const cursorOf = <D extends Document>(
  collection: Collection<D>,
  { filter, ...options }: Query<D>,
  deadline: number,
  raw = false,
) => collection.find(filter, { ...options, raw, ...timeLeft(deadline) } as object)
