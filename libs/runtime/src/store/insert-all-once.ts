import { deadlineExceeded, outcomeUnknown } from '@souk/contracts'
import type { Collection, MongoServerError } from 'mongodb'
import { sendInserts } from './inserter.ts'
import { timeLeft } from './mongo.ts'
import { asWriteError, DUPLICATE_KEY, writeErrorOf } from './mongo-errors.ts'

/** A document that was not inserted because another one has its unique value. */
export interface KeptOut {
  /** Its index among the documents to insert. */
  at: number
  error: MongoServerError
}

/**
 * Creates aggregates under their derived ids, in one command; those that a repeat finds already there stay as they are.
 * @returns the ids that this call has inserted, and the documents that were kept out
 * @throws as `createInserter`
 */
export async function insertAllOnce<T extends { _id: string }>(
  collection: Collection<T>,
  documents: readonly T[],
  deadline: number,
): Promise<{ inserted: string[]; kept_out: KeptOut[] }> {
  if (documents.length === 0) return { inserted: [], kept_out: [] }
  if (deadline <= Date.now()) throw deadlineExceeded()
  const writeErrors = await sendInserts(collection, documents, deadline).catch((error: unknown) => {
    throw asWriteError(error)
  })
  const other = writeErrors.find(({ code }) => code !== DUPLICATE_KEY)
  if (other) throw writeErrorOf(other)
  if (writeErrors.length === 0) return { inserted: documents.map(({ _id }) => _id), kept_out: [] }

  const missing = writeErrors.map(({ index }) => documents[index]!._id)
  const there = await collection
    .find({ _id: { $in: missing } } as never, { projection: { _id: 1 }, ...timeLeft(deadline) })
    .toArray()
    .catch((error: unknown) => {
      throw outcomeUnknown(error) // of those that were inserted
    })
  const known = new Set(there.map(({ _id }) => _id as string))
  const kept = writeErrors.filter(({ index }) => !known.has(documents[index]!._id))
  return {
    inserted: documents.map(({ _id }) => _id).filter((id) => !missing.includes(id)),
    kept_out: kept.map((error) => ({ at: error.index, error: writeErrorOf(error) })),
  }
}
