import { BSON, type Collection, type Document } from 'mongodb'
import type { Fate } from '../fate.ts'
import { JOURNALED, timeLeft } from './mongo.ts'
import { asWriteError, isDuplicateKey, isTakenId, type WriteError, writeErrorOf } from './mongo-errors.ts'
import { createWriteQueue } from './write-queue.ts'

/** Creates aggregates under their derived ids. The inserts of concurrent callers are sent together: see `createWriteQueue`. */
export function createInserter<T extends Document & { _id: string }>(collection: Collection<T>) {
  const insert = createWriteQueue<T, void>({
    bytesOf: (document) => BSON.calculateObjectSize(document, { ignoreUndefined: true }),
    async send(documents, deadline) {
      const writeErrors = await sendInserts(collection, documents, deadline)
      const errors = new Map(writeErrors.map((one) => [one.index, asWriteError(writeErrorOf(one))]))
      return documents.map((_document, index) => (errors.has(index) ? { error: errors.get(index) } : { value: undefined }))
    },
  })

  /**
   * Creates one aggregate. @returns false if a repeat of the same command finds it already there
   * @throws a duplicate key of another unique index; otherwise as `createWriteQueue`
   */
  async function insertOnce(document: T, deadline: number, fate?: Fate): Promise<boolean> {
    let inserted = true
    try {
      await insert(document, deadline)
    } catch (error) {
      if (!isDuplicateKey(error) || !isTakenId(error)) throw error
      inserted = false
    }
    if (fate) fate.is = 'applied'
    return inserted
  }
  return insertOnce
}

/**
 * One unordered `insert` command. Not `insertMany`, which the driver may retry by itself: if the retry fails, the outcome of the
 * first attempt is unknown.
 */
export async function sendInserts<T extends Document>(
  { db, collectionName }: Collection<T>,
  documents: readonly T[],
  deadline: number,
): Promise<WriteError[]> {
  const command = { insert: collectionName, documents, ordered: false, writeConcern: JOURNALED }
  const { writeErrors = [] } = await db.command(command, { ...timeLeft(deadline), ignoreUndefined: true })
  return writeErrors
}
