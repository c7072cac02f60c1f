import { vendorInventoryItemOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getVendorInventoryItem } from './get-vendor-inventory-item.ts'
import { listVendorInventoryItems } from './list-vendor-inventory-items.ts'
import { listVendorLocationLevels } from './list-vendor-location-levels.ts'

export const vendorInventoryItemHandlers = implementAll(vendorInventoryItemOperations, {
  listVendorInventoryItems,
  getVendorInventoryItem,
  listVendorLocationLevels,
})
