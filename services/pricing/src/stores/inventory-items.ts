import { INVENTORY_ITEM_SEARCH, inventoryItemCreated, inventoryItemDeleted, inventoryItemUpdated } from '@souk/contracts'
import { createRecords, type Outbox } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { InventoryItemRecord } from '../domain/inventory/inventory-item.ts'
import { listIndexes } from './list-indexes.ts'

const SORTED = ['sku', 'title', 'updated_at', 'location_levels.location_id', 'hs_code', 'mid_code', 'material', 'origin_country']

/** What is in stock, and what is reserved of it. */
export const createInventoryItemStore = (db: Db, outbox?: Pick<Outbox, 'relay'>) =>
  createRecords<InventoryItemRecord>(db.collection('inventory_items'), {
    noun: 'Inventory item',
    missing: (id) => `Inventory item with id: ${id} was not found`,
    idPrefix: 'iitem',
    searched: INVENTORY_ITEM_SEARCH,
    indexes: [
      {
        key: { sku: 1 },
        name: 'one_per_sku',
        unique: true,
        partialFilterExpression: { deleted_at: null, sku: { $type: 'string' } },
      },
      { key: { 'location_levels.id': 1 }, name: 'of_level' },
      ...listIndexes(SORTED),
    ],
    events: { created: inventoryItemCreated, updated: inventoryItemUpdated, deleted: inventoryItemDeleted },
    outbox,
  })

export type InventoryItemStore = ReturnType<typeof createInventoryItemStore>
