import { regionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createRegion } from './create-region.ts'
import { deleteRegion } from './delete-region.ts'
import { getRegion } from './get-region.ts'
import { getStoreRegion } from './get-store-region.ts'
import { getVendorRegion } from './get-vendor-region.ts'
import { listRegions } from './list-regions.ts'
import { listStoreRegions } from './list-store-regions.ts'
import { listVendorRegions } from './list-vendor-regions.ts'
import { updateRegion } from './update-region.ts'

export const regionHandlers = implementAll(regionOperations, {
  createRegion,
  deleteRegion,
  getRegion,
  getStoreRegion,
  listRegions,
  listStoreRegions,
  updateRegion,
  listVendorRegions,
  getVendorRegion,
})
