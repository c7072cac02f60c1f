import { inventoryItemOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { batchItemLocationLevels } from './batch-item-location-levels.ts'
import { batchLocationLevels } from './batch-location-levels.ts'
import { createInventoryItem } from './create-inventory-item.ts'
import { createLocationLevel } from './create-location-level.ts'
import { deleteInventoryItem } from './delete-inventory-item.ts'
import { deleteLocationLevel } from './delete-location-level.ts'
import { getInventoryItem } from './get-inventory-item.ts'
import { listInventoryItems } from './list-inventory-items.ts'
import { listLocationLevels } from './list-location-levels.ts'
import { updateInventoryItem } from './update-inventory-item.ts'
import { updateLocationLevel } from './update-location-level.ts'

export const inventoryItemHandlers = implementAll(inventoryItemOperations, {
  listInventoryItems,
  createInventoryItem,
  getInventoryItem,
  updateInventoryItem,
  deleteInventoryItem,
  listLocationLevels,
  createLocationLevel,
  updateLocationLevel,
  deleteLocationLevel,
  batchItemLocationLevels,
  batchLocationLevels,
})
