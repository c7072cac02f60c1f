import { lackingIndex, lacks, type Stored } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { InventoryItemRecord } from '../domain/inventory/inventory-item.ts'

const STOCKED = { $sum: '$location_levels.stocked_quantity' }
const HELD = { $map: { input: '$location_levels', as: 'level', in: { $sum: '$$level.held.quantity' } } }

/**
 * Gives items from before lists were ordered by stock the quantities of all their levels together. Running it again does no harm,
 * and reads nothing when there are none: a replica of a former version may write such items beside this one.
 */
export async function adoptStockTotals(collection: Collection<Stored<InventoryItemRecord>>): Promise<void> {
  await collection.createIndexes([lackingIndex('stocked_quantity')])
  const totals = { stocked_quantity: STOCKED, reserved_quantity: { $sum: HELD } }
  await collection.updateMany(lacks('stocked_quantity') as object, [{ $set: totals }])
}
