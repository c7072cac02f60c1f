import {
  inventoryItemCreated,
  inventoryItemDeleted,
  inventoryItemUpdated,
  listInventoryItems,
  OperationError,
  searchOf,
} from '@souk/contracts'
import { createRecords, type EventRelay, findAll, fromDocument, indexesOf, type Stored, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Db } from 'mongodb'
import { type InventoryItemRecord, type ItemOfVariant, totalsOf } from '../domain/inventory/inventory-item.ts'
import { adoptStockTotals, mendStockTotals } from './stock-totals.ts'

/** Quantities taken for parcels, and reservations, may be many; variants show only the totals of the levels. */
const WITH_RESERVATIONS = {
  ...WITHOUT_INTERNALS,
  picked: 0,
  stocked_quantity: 0,
  reserved_quantity: 0,
  unit_of_measure: 0,
} as const
const OF_VARIANTS = { ...WITH_RESERVATIONS, 'location_levels.held': 0 } as const
/** Codes may be taken concurrently; each try knows those found by the one before. */
const MAX_TRIES = 5

/** Inventory items, with their reserved quantities. */
export function createInventoryItemStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<InventoryItemRecord>>('inventory_items')
  const records = createRecords<InventoryItemRecord>(collection, {
    noun: 'Inventory item',
    missing: (id, change) => (change ? `InventoryItem with id "${id}" not found` : `Inventory item with id: ${id} was not found`),
    idPrefix: 'iitem',
    searched: searchOf(listInventoryItems),
    paths: { inventory_item_id: '_id' },
    indexes: [
      {
        key: { sku: 1 },
        name: 'one_per_sku',
        unique: true,
        partialFilterExpression: { deleted_at: null, sku: { $type: 'string' } },
      },
      { key: { 'location_levels.id': 1 }, name: 'of_level' },
      ...indexesOf(listInventoryItems),
    ],
    events: { created: inventoryItemCreated, updated: inventoryItemUpdated, deleted: inventoryItemDeleted },
    outbox,
  })

  const listOfSkus = async (skus: readonly string[], deadline: number): Promise<InventoryItemRecord[]> =>
    skus.length === 0 ? [] : records.list({ sku: { $in: [...skus] } }, deadline)

  /**
   * Creates items for variants that exist already, in one command; a repeat leaves the items that it finds as they are. An item
   * whose code is taken is created without it: the variant, which has that code, can no longer be refused.
   */
  async function insertOnce(items: readonly InventoryItemRecord[], deadline: number, tries = 1): Promise<void> {
    if (items.length === 0) return
    try {
      await records.createMissing(items, deadline)
    } catch (error) {
      if (!(error instanceof OperationError && error.kind === 'invalid_data') || tries === MAX_TRIES) throw error
      const skus = items.flatMap(({ sku }) => sku ?? [])
      const others = (await listOfSkus(skus, deadline)).filter(({ id }) => !items.some((item) => item.id === id))
      const taken = new Set(others.map(({ sku }) => sku))
      const free = items.map((item) => (taken.has(item.sku) ? { ...item, sku: null } : item))
      await insertOnce(free, deadline, tries + 1)
    }
  }

  async function ensureIndexes(): Promise<void> {
    await adoptStockTotals(collection)
    await records.ensureIndexes()
  }

  async function read<Item extends { id: string }>(
    ids: readonly string[],
    projection: object,
    deadline: number,
  ): Promise<Item[]> {
    const documents = await findAll(collection, { filter: { _id: { $in: [...ids] }, deleted_at: null }, projection }, deadline)
    return documents.map((document) => fromDocument<Item>(document as never))
  }

  /** The living ones among these as the variants that use them show them. Only levels of older versions have no totals. */
  async function listOfVariants(ids: readonly string[], deadline: number): Promise<ItemOfVariant[]> {
    const found = await read<ItemOfVariant>(ids, OF_VARIANTS, deadline)
    const isSummed = ({ location_levels }: ItemOfVariant) =>
      location_levels.every((level) => level.reserved_quantity !== undefined)
    const older = found.filter((item) => !isSummed(item)).map(({ id }) => id)
    if (older.length === 0) return found
    const whole = await read<InventoryItemRecord>(older, WITH_RESERVATIONS, deadline)
    const summed = whole.map((item) => ({ ...item, location_levels: item.location_levels.map(totalsOf) }))
    return [...found.filter(isSummed), ...summed]
  }

  /** See `mendStockTotals`. @param after an id @param limit most items to look at */
  const mendTotals = (after: string, limit: number) => mendStockTotals(collection, { after, limit })

  return { ...records, ensureIndexes, listOfSkus, listOfVariants, insertOnce, mendTotals }
}

export type InventoryItemStore = ReturnType<typeof createInventoryItemStore>
