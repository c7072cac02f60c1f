import { inventoryItemExportFinished, productExportFinished } from '@souk/contracts'
import { type CsvExportStore, createCsvExportStore, type EventRelay } from '@souk/runtime'
import type { Db } from 'mongodb'

export type ProductExportStore = ReturnType<typeof createProductExportStore>

export function createProductExportStore(db: Db, outbox?: EventRelay) {
  const collections = ['product_exports', 'product_export_parts'] as const
  const store = createCsvExportStore(db, {
    noun: 'Product export',
    idPrefix: 'pexp',
    collections,
    finished: productExportFinished,
    outbox,
  })
  return {
    ...store,

    async ensureIndexes() {
      await store.ensureIndexes()
      const ofSellers = { partialFilterExpression: { seller_id: { $exists: true } } }
      await db.collection(collections[0]).createIndex({ seller_id: 1, deleted_at: 1 }, { name: 'of_seller', ...ofSellers })
      // The field's name while only products could be exported.
      await db.collection(collections[0]).updateMany({ products: { $exists: true } }, { $rename: { products: 'written' } })
    },
  }
}

export const createInventoryItemExportStore = (db: Db, outbox?: EventRelay): CsvExportStore =>
  createCsvExportStore(db, {
    noun: 'Inventory item export',
    idPrefix: 'iexp',
    collections: ['inventory_item_exports', 'inventory_item_export_parts'],
    finished: inventoryItemExportFinished,
    outbox,
  })
