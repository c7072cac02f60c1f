import { type Event, type ProductImport, productImportFailed, productImportFinished } from '@souk/contracts'
import { createRecords, type EventRelay, type NextRecord, type RecordCommand, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { createImportedItems, type ImportedItem } from './imported-items.ts'

export type ProductImportRecord = ProductImport & {
  /** Always null: an old import is erased together with its items. */
  deleted_at: null
  /** Until when (epoch ms) a replica works on it; 0: none does. */
  taken_until: number
}

/** Imports, and the products in them. */
export function createProductImportStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<ProductImportRecord & { _id: string }>('product_imports')
  const items = db.collection<ImportedItem>('product_import_items')
  const records = createRecords<ProductImportRecord>(collection as never, {
    noun: 'Product import',
    missing: (id) => `Product import with id: ${id} was not found`,
    idPrefix: 'pimp',
    indexes: [{ key: { status: 1, taken_until: 1 }, name: 'to_do' }],
    outbox,
  })

  return {
    ...records,
    ...createImportedItems(items),

    update: (id: string, command: RecordCommand, next: NextRecord<ProductImportRecord>) =>
      records.update(id, command, next, ended),

    async ensureIndexes() {
      await records.ensureIndexes()
      await items.createIndexes([
        { key: { import_id: 1, key: 1 }, name: 'one_per_key', unique: true },
        { key: { import_id: 1, state: 1, n: 1 }, name: 'in_order' },
      ])
    },

    /** The oldest confirmed imports that no replica works on. */
    listToDo: (deadline: number): Promise<ProductImportRecord[]> =>
      records.list({ status: 'running', taken_until: { $lt: Date.now() } } as never, deadline),

    /** Removes imports created before that, finished or not, with their items. */
    async removeOlder(createdBefore: string, deadline: number) {
      const old = await collection
        .find(
          { deleted_at: null, created_at: { $lt: createdBefore } },
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

/** The event of an import whose products were all tried. */
const ended = ({ status, failed }: ProductImportRecord): Event | undefined =>
  status !== 'done' ? undefined : failed > 0 ? productImportFailed : productImportFinished

export type ProductImportStore = ReturnType<typeof createProductImportStore>
