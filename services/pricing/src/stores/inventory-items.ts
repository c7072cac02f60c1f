import {
  inventoryItemCreated,
  inventoryItemDeleted,
  inventoryItemUpdated,
  type ListQuery,
  listInventoryItems,
  OperationError,
  searchOf,
} from '@souk/contracts'
import {
  createRecords,
  type EventRelay,
  findAll,
  fromDocument,
  indexesOf,
  type PageOptions,
  type Stored,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Document } from 'mongodb'
import {
  type InventoryItemRecord,
  type ItemOfVariant,
  type ItemWithTotals,
  withTotals,
} from '../domain/inventory/inventory-item.ts'
import { adoptStockTotals, mendStockTotals } from './stock-totals.ts'

/** Fields that variants do not show. */
const NOT_OF_VARIANTS = { stocked_quantity: 0, reserved_quantity: 0, unit_of_measure: 0 } as const
/** Reservations, and quantities taken for parcels, may be many; answers show only the totals of the levels. */
const LONG = ['picked', 'location_levels.held'] as const
const WITHOUT_LONG = { ...WITHOUT_INTERNALS, ...Object.fromEntries(LONG.map((name) => [name, 0])) }
/** Turns items of a page into the form of answers, before `until` (epoch ms). */
type Show<Shown> = (items: readonly ItemWithTotals[], until: number) => Promise<readonly Shown[]>
/** Results that need not be read from the database. */
type KnownOfPage = Pick<PageOptions, 'countAll' | 'keptCount' | 'keptIds'>
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
    unlisted: LONG,
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

  async function read<Item extends ItemOfVariant>(ids: readonly string[], projection: object, deadline: number): Promise<Item[]> {
    const filter = { _id: { $in: [...ids] }, deleted_at: null }
    const found = await findAll(collection, { filter, projection: { ...WITHOUT_LONG, ...projection } }, deadline)
    return withSums(
      found.map((document) => fromDocument<Item>(document as never)),
      deadline,
    )
  }

  /** Adds the totals of levels that an older version wrote without them. */
  async function withSums<Item extends ItemOfVariant>(found: readonly Item[], deadline: number): Promise<Item[]> {
    const isSummed = ({ location_levels }: Item) => location_levels.every((level) => level.reserved_quantity !== undefined)
    const older = found.filter((item) => !isSummed(item)).map(({ id }) => id)
    if (older.length === 0) return [...found]
    const whole = new Map((await records.list({ _id: { $in: older } }, deadline)).map((item) => [item.id, withTotals(item)]))
    return found.map((item) => ({ ...item, location_levels: whole.get(item.id)?.location_levels ?? item.location_levels }))
  }

  /** The living ones among these. */
  const listWithTotals = (ids: readonly string[], deadline: number) => read<ItemWithTotals>(ids, {}, deadline)

  /** The same as the variants that use them show them. */
  const listOfVariants = (ids: readonly string[], deadline: number) => read<ItemOfVariant>(ids, NOT_OF_VARIANTS, deadline)

  /** A page of items: see `createRecordReads`. */
  function page<Shown>(query: ListQuery, deadline: number, show: Show<Shown>, among?: Document, known?: KnownOfPage) {
    const summed = async (found: readonly InventoryItemRecord[], until: number) =>
      show(await withSums(found as unknown as ItemWithTotals[], until), until)
    return records.page(query, deadline, summed, among, known)
  }

  /** See `mendStockTotals`. @param after an id @param limit most items to look at */
  const mendTotals = (after: string, limit: number) => mendStockTotals(collection, { after, limit })

  return { ...records, ensureIndexes, page, listOfSkus, listWithTotals, listOfVariants, insertOnce, mendTotals }
}

export type InventoryItemStore = ReturnType<typeof createInventoryItemStore>
