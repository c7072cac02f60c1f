import { BSON, type Collection, type Document, type Filter } from 'mongodb'
import { isAway, timeLeft } from './mongo.ts'

export interface Query<D extends Document> {
  filter: Filter<D>
  /** Default: the whole document. */
  projection?: Document | undefined
  sort?: Readonly<Record<string, 1 | -1>>
  /** Default: all that there are. */
  limit?: number
}

/** What MongoDB answers to a `find` command. */
interface FindReply extends Document {
  cursor: { id: BSON.Long | number; firstBatch: unknown[] }
}

/** Who finds more gets them piece by piece, so that others have their turn of the event loop. */
const MOST = 10_000
/** As the driver does it for a client of ours; that texts are UTF-8 was seen to when they came in. */
const COMMAND = { promoteBuffers: true, enableUtf8Validation: false, ignoreUndefined: true } as const
const DECODING = { promoteBuffers: true, validation: { utf8: false } } as const

/**
 * All documents that a query finds, in one reply to one bare `find` command: a cursor costs the driver almost twice as much. What is too
 * much for one reply (10,000 documents, 16 MiB), and what fails because MongoDB was away, is asked for again with a cursor: that goes on where a reply
 * ends, and tries again until `deadline` (epoch ms).
 */
export async function findAll<D extends Document>(collection: Collection<D>, query: Query<D>, deadline: number): Promise<D[]> {
  const found = await firstReply(collection, query, deadline)
  return (found as D[] | undefined) ?? ((await cursorOf(collection, query, deadline).toArray()) as D[])
}

/** The same, each document as its BSON: for who wants to know how long it is. `decode` makes it what `findAll` finds. */
export async function findBytes<D extends Document>(
  collection: Collection<D>,
  query: Query<D>,
  deadline: number,
): Promise<Uint8Array[]> {
  const found = await firstReply(collection, query, deadline, { firstBatch: true })
  return (found ?? (await cursorOf(collection, query, deadline, true).toArray())) as Uint8Array[]
}

export const decode = <D extends Document>(bytes: Uint8Array): D => BSON.deserialize(bytes, DECODING) as D

/** @returns undefined when a cursor has to be asked */
async function firstReply<D extends Document>(
  { db, collectionName: find }: Collection<D>,
  query: Query<D>,
  deadline: number,
  fieldsAsRaw = {},
): Promise<unknown[] | undefined> {
  const command = { find, ...query, batchSize: MOST, readConcern: { level: 'majority' } }
  try {
    const { cursor } = (await db.command(command, { ...COMMAND, fieldsAsRaw, ...timeLeft(deadline) })) as FindReply
    if (Number(cursor.id) === 0) return cursor.firstBatch
    await db.command({ killCursors: find, cursors: [BSON.Long.fromValue(cursor.id)] }, timeLeft(deadline))
    return undefined
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
