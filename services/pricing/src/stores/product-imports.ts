import type { ProductImport } from '@souk/contracts'
import { createRecords, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'

export type ProductImportRecord = ProductImport & {
  /** Always null: an import goes away with its products when it is old. */
  deleted_at: null
  /** Until when (epoch ms) a replica says that it works on it; 0: nobody does. */
  taken_until: number
}

/** A product of a file that waits to be made, or has been tried. */
export interface ImportedItem {
  _id: string
  import_id: string
  /** Its number in the file. */
  n: number
  /** What no other product of the file has. */
  key: string
  /** The first line of it. */
  line: number
  /** Of the product that it changes; null: it makes one. */
  product_id: string | null
  input: object
  state: 'waiting' | 'created' | 'updated' | 'failed'
}

/** Imports, and the products that they hold. */
export function createProductImportStore(db: Db) {
  const collection = db.collection<ProductImportRecord & { _id: string }>('product_imports')
  const items = db.collection<ImportedItem>('product_import_items')
  const records = createRecords<ProductImportRecord>(collection as never, {
    noun: 'Product import',
    missing: (id) => `Product import with id: ${id} was not found`,
    idPrefix: 'pimp',
    indexes: [{ key: { status: 1, taken_until: 1 }, name: 'to_do' }],
  })

  return {
    ...records,
    async ensureIndexes() {
      await records.ensureIndexes()
      await items.createIndexes([
        { key: { import_id: 1, key: 1 }, name: 'one_per_key', unique: true },
        { key: { import_id: 1, state: 1, n: 1 }, name: 'in_order' },
      ])
    },

    /** Keeps products of a file; those that a repeat finds there stay. @returns those whose key another one has already */
    async keepItems(wanted: readonly ImportedItem[], deadline: number): Promise<ImportedItem[]> {
      if (wanted.length === 0) return []
      const operations = wanted.map(({ _id, ...item }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: item }, upsert: true },
      }))
      const written = await items.bulkWrite(operations, { ordered: false, ...timeLeft(deadline) }).then(() => [], orDuplicates)
      const twice = new Set(written)
      return wanted.filter((_, at) => twice.has(at))
    },

    /** How many products are in each state. */
    async countItems(import_id: string, deadline: number): Promise<Map<ImportedItem['state'] | 'to_update', number>> {
      const count = async (filter: object) => items.countDocuments({ import_id, ...filter }, timeLeft(deadline))
      const states = ['waiting', 'created', 'updated', 'failed'] as const
      const counts = await Promise.all([
        ...states.map((state) => count({ state })),
        count({ state: 'waiting', product_id: { $ne: null } }),
      ])
      return new Map([...states, 'to_update' as const].map((name, at) => [name, counts[at]!]))
    },

    listWaiting: (import_id: string, limit: number, deadline: number): Promise<ImportedItem[]> =>
      items.find({ import_id, state: 'waiting' }, { limit, sort: { n: 1 }, ...timeLeft(deadline) }).toArray(),

    /** Says what became of a product; it holds no more than that from then on. */
    async settleItem(_id: string, state: ImportedItem['state'], deadline: number) {
      await items.updateOne({ _id }, { $set: { state, input: {} } }, timeLeft(deadline))
    },

    /** The oldest imports that are confirmed and that nobody works on. */
    listToDo: (deadline: number): Promise<ProductImportRecord[]> =>
      records.list({ status: 'running', taken_until: { $lt: Date.now() } } as never, deadline),

    /** Removes imports that are older than that, in whatever state, with what they hold. */
    async removeOlder(created_before: string, deadline: number) {
      const old = await collection
        .find(
          { deleted_at: null, created_at: { $lt: created_before } },
          { projection: { _id: 1 }, limit: 20, ...timeLeft(deadline) },
        )
        .toArray()
      for (const { _id } of old) {
        await items.deleteMany({ import_id: _id }, timeLeft(deadline))
        await collection.deleteOne({ _id }, timeLeft(deadline))
      }
    },
  }
}

/** The places of those that another one's key kept out. */
function orDuplicates(error: { writeErrors?: { index: number; code: number }[] }): number[] {
  const errors = error.writeErrors ?? []
  if (errors.length === 0 || errors.some(({ code }) => code !== 11_000)) throw error
  return errors.map(({ index }) => index)
}

export type ProductImportStore = ReturnType<typeof createProductImportStore>
