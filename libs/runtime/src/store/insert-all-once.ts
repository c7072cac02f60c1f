import { deadlineExceeded, outcomeUnknown } from '@souk/contracts'
import type { Collection, MongoServerError } from 'mongodb'
import { sendInserts } from './inserter.ts'
import { timeLeft } from './mongo.ts'
import { asWriteError, DUPLICATE_KEY, isTakenId, type WriteError, writeErrorOf } from './mongo-errors.ts'

/** A document that was not inserted because another one has its unique value. */
export interface KeptOut {
  /** Its index among the documents to insert. */
  at: number
  error: MongoServerError
}

/**
 * Creates aggregates under their derived ids, in one command; those that a repeat finds already there stay as they are. Those
 * that were there and are gone again, since another attempt at the same op is refused at this moment, are inserted again.
 * @returns the ids that this call has inserted, and the documents that were kept out
 * @throws as `createInserter`
 */
export async function insertAllOnce<T extends { _id: string }>(
  collection: Collection<T>,
  documents: readonly T[],
  deadline: number,
): Promise<{ inserted: string[]; keptOut: KeptOut[] }> {
  const inserted: string[] = []
  const keptOut: KeptOut[] = []
  let rest = documents.map((_document, at) => at)
  while (rest.length > 0) {
    if (deadline <= Date.now()) throw inserted.length > 0 ? outcomeUnknown(deadlineExceeded()) : deadlineExceeded()
    const failed = await insertThese(rest)
    inserted.push(...rest.filter((at) => !failed.has(at)).map((at) => documents[at]!._id))
    const there = await idsThere([...failed.keys()])
    const missing = [...failed].filter(([at]) => !there.has(documents[at]!._id))
    for (const [at, error] of missing) if (!isTakenId(error)) keptOut.push({ at, error: writeErrorOf(error) })
    rest = missing.filter(([, error]) => isTakenId(error)).map(([at]) => at)
  }
  return { inserted, keptOut }

  /** @returns the duplicate keys by the indexes of their documents */
  async function insertThese(these: readonly number[]): Promise<Map<number, WriteError>> {
    const sent = these.map((at) => documents[at]!)
    const writeErrors = await sendInserts(collection, sent, deadline).catch((error: unknown) => {
      throw inserted.length > 0 ? outcomeUnknown(error) : asWriteError(error)
    })
    const other = writeErrors.find(({ code }) => code !== DUPLICATE_KEY)
    if (other) throw writeErrorOf(other)
    return new Map(writeErrors.map((error) => [these[error.index]!, error]))
  }

  async function idsThere(these: readonly number[]): Promise<Set<string>> {
    if (these.length === 0) return new Set()
    const ids = these.map((at) => documents[at]!._id)
    const there = await collection
      .find({ _id: { $in: ids } } as never, { projection: { _id: 1 }, ...timeLeft(deadline) })
      .toArray()
      .catch((error: unknown) => {
        throw outcomeUnknown(error) // of those that were inserted
      })
    return new Set(there.map(({ _id }) => _id as string))
  }
}
