import type { Collection, Document, Filter, UpdateFilter, WriteConcernSettings } from 'mongodb'
import { JOURNALED, timeLeft } from './mongo.ts'
import { asOperationError, type WriteError, writeErrorOf } from './mongo-errors.ts'
import { createWriteQueue, type Settled } from './write-queue.ts'

/**
 * The outcome of one statement. `missed`: its filter matched nothing. `unknown`: some of the updates sent together matched
 * nothing, and MongoDB reports only how many; the caller finds out by reading.
 */
export type Written = 'applied' | 'missed' | 'unknown'

export interface Statement<D extends Document> {
  filter: Filter<D>
  update: UpdateFilter<D> | Document[]
  upsert?: boolean
  /** Its approximate length in BSON, to be given if it may be long; it is not measured here. */
  bytes?: number
}

/** MongoDB's reply to an `update` command. */
interface UpdateReply extends Document {
  /** Documents matched or upserted. */
  n: number
  writeErrors?: WriteError[]
}

/** Sends the single-document updates of concurrent callers together: see `createWriteQueue`. */
export function createBulkWriter<D extends Document>(collection: Collection<D>) {
  const write = createWriteQueue<Statement<D>, Written>({
    bytesOf: ({ bytes = 0 }) => bytes,
    async send(statements, deadline) {
      return outcomesOf(statements, await sendUpdates(collection, statements, { writeConcern: JOURNALED, deadline }))
    },
  })
  return { write }
}

/** One unordered `update` command: the driver's bulk API costs twice as much, and retries, which is the gateway's job. */
export function sendUpdates<D extends Document>(
  collection: Collection<D>,
  statements: readonly Statement<D>[],
  { writeConcern, deadline }: { writeConcern: WriteConcernSettings & { j?: boolean }; deadline: number },
): Promise<UpdateReply> {
  const updates = statements.map(({ filter, update, upsert = false }) => ({ q: filter, u: update, upsert }))
  const command = { update: collection.collectionName, updates, ordered: false, writeConcern }
  return collection.db.command(command, { ...timeLeft(deadline), ignoreUndefined: true }) as Promise<UpdateReply>
}

function outcomesOf<D extends Document>(
  statements: readonly Statement<D>[],
  { n, writeErrors = [] }: UpdateReply,
): Settled<Written>[] {
  const errors = new Map(writeErrors.map((one) => [one.index, one]))
  const others: Written = n + errors.size === statements.length ? 'applied' : n === 0 ? 'missed' : 'unknown'
  return statements.map(({ upsert }, index) => {
    const error = errors.get(index)
    if (error) return { error: asOperationError(writeErrorOf(error)) }
    return { value: upsert ? 'applied' : others } // an upsert without an error has either matched or inserted
  })
}
