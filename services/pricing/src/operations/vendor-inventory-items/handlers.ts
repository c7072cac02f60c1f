import { vendorInventoryItemOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { batchVendorItemLocationLevels } from './batch-vendor-item-location-levels.ts'
import { batchVendorLocationLevels } from './batch-vendor-location-levels.ts'
import { createVendorLocationLevel } from './create-vendor-location-level.ts'
import { deleteVendorInventoryItem } from './delete-vendor-inventory-item.ts'
import { deleteVendorLocationLevel } from './delete-vendor-location-level.ts'
import { getVendorInventoryItem } from './get-vendor-inventory-item.ts'
import { getVendorLocationLevel } from './get-vendor-location-level.ts'
import { listVendorInventoryItems } from './list-vendor-inventory-items.ts'
import { listVendorLocationLevels } from './list-vendor-location-levels.ts'
import { updateVendorInventoryItem } from './update-vendor-inventory-item.ts'
import { updateVendorLocationLevel } from './update-vendor-location-level.ts'

export const vendorInventoryItemHandlers = implementAll(vendorInventoryItemOperations, {
  listVendorInventoryItems,
  getVendorInventoryItem,
  updateVendorInventoryItem,
  deleteVendorInventoryItem,
  listVendorLocationLevels,
  createVendorLocationLevel,
  getVendorLocationLevel,
  updateVendorLocationLevel,
  deleteVendorLocationLevel,
  batchVendorItemLocationLevels,
  batchVendorLocationLevels,
})
