import { createRecords, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'

export interface ProductExportRecord {
  id: string
  status: 'running' | 'done'
  /** The `ListQuery` of the products, as JSON: what stands in it may hold any name. */
  query: string
  /** Null until it is known which ones there are. */
  columns: string[] | null
  /** The last product that is written, and how many there are. */
  last_id: string | null
  products: number
  /** Of the file, which are written. */
  parts: number
  taken_until: number
  finished_at: string | null
  created_at: string
  updated_at: string
  deleted_at: null
}

interface Part {
  /** `<export>:<number>` */
  _id: string
  export_id: string
  text: string
}

/** Exports, with the parts of their files. */
export function createProductExportStore(db: Db) {
  const collection = db.collection<ProductExportRecord & { _id: string }>('product_exports')
  const parts = db.collection<Part>('product_export_parts')
  const records = createRecords<ProductExportRecord>(collection as never, {
    noun: 'Product export',
    missing: (id) => `Product export with id: ${id} was not found`,
    idPrefix: 'pexp',
    indexes: [{ key: { status: 1, taken_until: 1 }, name: 'to_do' }],
  })

  return {
    ...records,
    async ensureIndexes() {
      await Promise.all([records.ensureIndexes(), parts.createIndex({ export_id: 1 }, { name: 'of_export' })])
    },

    async keepPart(export_id: string, n: number, text: string, deadline: number) {
      await parts.replaceOne({ _id: `${export_id}:${n}` }, { export_id, text }, { upsert: true, ...timeLeft(deadline) })
    },
    findPart: async (export_id: string, n: number, deadline: number): Promise<string | undefined> =>
      (await parts.findOne({ _id: `${export_id}:${n}` }, timeLeft(deadline)))?.text,

    /** The oldest ones that are to be written and that nobody works on. */
    listToDo: (deadline: number): Promise<ProductExportRecord[]> =>
      records.list({ status: 'running', taken_until: { $lt: Date.now() } } as never, deadline),

    /** Removes exports that are older than that, with their files. */
    async removeOlder(created_before: string, deadline: number) {
      const options = { projection: { _id: 1 }, limit: 20, ...timeLeft(deadline) }
      for (const { _id } of await collection.find({ deleted_at: null, created_at: { $lt: created_before } }, options).toArray()) {
        await parts.deleteMany({ export_id: _id }, timeLeft(deadline))
        await collection.deleteOne({ _id }, timeLeft(deadline))
      }
    },
  }
}

export type ProductExportStore = ReturnType<typeof createProductExportStore>
