import { vendorInventoryItemOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { batchVendorItemLocationLevels } from './batch-vendor-item-location-levels.ts'
import { batchVendorLocationLevels } from './batch-vendor-location-levels.ts'
import { getVendorInventoryItem } from './get-vendor-inventory-item.ts'
import { listVendorInventoryItems } from './list-vendor-inventory-items.ts'
import { listVendorLocationLevels } from './list-vendor-location-levels.ts'
import { updateVendorLocationLevel } from './update-vendor-location-level.ts'

export const vendorInventoryItemHandlers = implementAll(vendorInventoryItemOperations, {
  listVendorInventoryItems,
  getVendorInventoryItem,
  listVendorLocationLevels,
  updateVendorLocationLevel,
  batchVendorItemLocationLevels,
  batchVendorLocationLevels,
})
