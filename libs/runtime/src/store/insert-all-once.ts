import { outcomeUnknown } from '@souk/contracts'
import { BSON, type Collection, type MongoServerError } from 'mongodb'
import { sendInserts } from './inserter.ts'
import { timeLeft } from './mongo.ts'
import { DUPLICATE_KEY, isTakenId, type WriteError, writeErrorOf } from './mongo-errors.ts'
import { createWriteQueue } from './write-queue.ts'

/** A document that was not inserted because another one has its unique value. */
interface KeptOut {
  /** Its index among the documents to insert. */
  at: number
  error: MongoServerError
}

interface InsertedAll {
  inserted: string[]
  keptOut: KeptOut[]
}

/** Creates the aggregates of one op in one command, together with those of concurrent callers: see `createWriteQueue`. */
export function createAllInserter<T extends { _id: string }>(collection: Collection<T>) {
  const send = createWriteQueue<readonly T[], WriteError[]>({
    bytesOf: (documents) => documents.reduce((sum, one) => sum + BSON.calculateObjectSize(one, { ignoreUndefined: true }), 0),
    async send(groups, deadline) {
      const errors = await sendInserts(collection, groups.flat(), deadline)
      let next = 0
      return groups.map(({ length }) => {
        const from = next
        next += length
        const own = errors.filter(({ index }) => index >= from && index < next)
        return { value: own.map((error) => ({ ...error, index: error.index - from })) }
      })
    },
  })

  /**
   * Creates aggregates under their derived ids; those that a repeat finds already there stay as they are. Those that were there
   * and are gone again, since another attempt at the same op is refused at this moment, are inserted again.
   * @returns the ids that this call has inserted, and the documents that were kept out
   * @throws as `createWriteQueue`; `outcome_unknown` if some may have been inserted
   */
  return async function insertAllOnce(documents: readonly T[], deadline: number): Promise<InsertedAll> {
    const inserted: string[] = []
    const keptOut: KeptOut[] = []
    let rest = documents.map((_document, at) => at)
    while (rest.length > 0) {
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
      const writeErrors = await send(sent, deadline).catch((error: unknown) => {
        throw inserted.length > 0 ? outcomeUnknown(error) : error
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
}
