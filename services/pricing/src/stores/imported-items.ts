import type { ImportProblem } from '@souk/contracts'
import { DUPLICATE_KEY, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'

/** A product of a file that is waiting to be imported, or has been tried. */
export interface ImportedItem {
  _id: string
  import_id: string
  /** Its position in the file. */
  n: number
  /** Unique among the products of the file. */
  key: string
  /** Its first line in the file. */
  line: number
  /** The id of the product that it changes; null: it creates one. */
  product_id: string | null
  input: object
  state: 'waiting' | 'created' | 'updated' | 'failed'
  /** Why it could not be imported. */
  problem?: string
  /** How often it failed through no fault of its own, and when (epoch ms) it is tried again. */
  tries?: number
  try_at?: number
}

interface StateCount {
  _id: ImportedItem['state']
  count: number
}

/** The products of the files that are imported. */
export function createImportedItems(items: Collection<ImportedItem>) {
  return {
    /**
     * Stores products of a file; those that a repeat finds already there stay. @returns those whose key another one already has
     */
    async keepItems(wanted: readonly ImportedItem[], deadline: number): Promise<ImportedItem[]> {
      if (wanted.length === 0) return []
      const operations = wanted.map(({ _id, ...item }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: item }, upsert: true },
      }))
      const written = await items.bulkWrite(operations, { ordered: false, ...timeLeft(deadline) }).then(() => [], orDuplicates)
      const twice = new Set(written)
      return wanted.filter((_, at) => twice.has(at))
    },

    /** How many products are in each state, read from the keys of an index. */
    async countItems(import_id: string, deadline: number): Promise<Record<ImportedItem['state'], number>> {
      const ofStates = [{ $match: { import_id } }, { $group: { _id: '$state', count: { $sum: 1 } } }]
      const found = await items.aggregate<StateCount>(ofStates, { hint: 'in_order', ...timeLeft(deadline) }).toArray()
      const none = { waiting: 0, created: 0, updated: 0, failed: 0 }
      return { ...none, ...Object.fromEntries(found.map(({ _id, count }) => [_id, count])) }
    },

    /** How many of the waiting products change an existing one. */
    countChanges: (import_id: string, deadline: number): Promise<number> =>
      items.countDocuments({ import_id, state: 'waiting', product_id: { $ne: null } }, timeLeft(deadline)),

    /** Those that are due by now. */
    listWaiting: (import_id: string, limit: number, deadline: number): Promise<ImportedItem[]> =>
      items
        .find(
          { import_id, state: 'waiting', try_at: { $not: { $gt: Date.now() } } },
          { limit, sort: { n: 1 }, ...timeLeft(deadline) },
        )
        .toArray(),

    /** When (epoch ms) the next waiting product is tried again; 0 if one is due at once, or none is waiting. */
    async nextTryAt(import_id: string, deadline: number): Promise<number> {
      const waiting = { import_id, state: 'waiting' } as const
      const options = { projection: { try_at: 1 }, sort: { try_at: 1 }, ...timeLeft(deadline) } as const
      return (await items.findOne(waiting, options))?.try_at ?? 0
    },

    /** Records the outcome for a product; its input is dropped. */
    async settleItem(_id: string, state: ImportedItem['state'], deadline: number, problem?: string) {
      const settled = { state, input: {}, ...(problem !== undefined && { problem }) }
      await items.updateOne({ _id }, { $set: settled }, timeLeft(deadline))
    },

    async tryAgain(_id: string, next: Required<Pick<ImportedItem, 'tries' | 'try_at'>>, deadline: number) {
      await items.updateOne({ _id, state: 'waiting' }, { $set: next }, timeLeft(deadline))
    },

    /** Why products could not be imported, in the order of the file. */
    async listProblems(import_id: string, limit: number, deadline: number): Promise<ImportProblem[]> {
      const failed = { import_id, state: 'failed', problem: { $exists: true } } as const
      const found = await items.find(failed, { limit, sort: { n: 1 }, ...timeLeft(deadline) }).toArray()
      return found.map(({ line, problem }) => ({ line, message: problem! }))
    },
  }
}

/** The indexes of those whose key another one has. */
function orDuplicates(error: { writeErrors?: { index: number; code: number }[] }): number[] {
  const errors = error.writeErrors ?? []
  if (errors.length === 0 || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error
  return errors.map(({ index }) => index)
}
