import { type CsvExportStore, createCsvExportStore } from '@souk/runtime'
import type { Db } from 'mongodb'

export function createProductExportStore(db: Db): CsvExportStore {
  const collections = ['product_exports', 'product_export_parts'] as const
  const store = createCsvExportStore(db, { noun: 'Product export', idPrefix: 'pexp', collections })
  return {
    ...store,
    async ensureIndexes() {
      await store.ensureIndexes()
      // Its name while only products were exported.
      await db.collection(collections[0]).updateMany({ products: { $exists: true } }, { $rename: { products: 'written' } })
    },
  }
}

export const createInventoryItemExportStore = (db: Db): CsvExportStore =>
  createCsvExportStore(db, {
    noun: 'Inventory item export',
    idPrefix: 'iexp',
    collections: ['inventory_item_exports', 'inventory_item_export_parts'],
  })
