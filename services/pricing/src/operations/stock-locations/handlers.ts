import { stockLocationOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createStockLocation, createVendorStockLocation } from './create-stock-location.ts'
import {
  createStockLocationFulfillmentSet,
  createVendorStockLocationFulfillmentSet,
} from './create-stock-location-fulfillment-set.ts'
import { deleteStockLocation, deleteVendorStockLocation } from './delete-stock-location.ts'
import { getStockLocation } from './get-stock-location.ts'
import { getVendorStockLocation } from './get-vendor-stock-location.ts'
import { listStockLocations } from './list-stock-locations.ts'
import { listVendorStockLocations } from './list-vendor-stock-locations.ts'
import {
  manageStockLocationFulfillmentProviders,
  manageVendorStockLocationFulfillmentProviders,
} from './manage-stock-location-fulfillment-providers.ts'
import {
  manageStockLocationSalesChannels,
  manageVendorStockLocationSalesChannels,
} from './manage-stock-location-sales-channels.ts'
import { updateStockLocation, updateVendorStockLocation } from './update-stock-location.ts'

export const stockLocationHandlers = implementAll(stockLocationOperations, {
  listStockLocations,
  createStockLocation,
  getStockLocation,
  updateStockLocation,
  deleteStockLocation,
  manageStockLocationSalesChannels,
  manageStockLocationFulfillmentProviders,
  createStockLocationFulfillmentSet,
  listVendorStockLocations,
  getVendorStockLocation,
  createVendorStockLocation,
  updateVendorStockLocation,
  deleteVendorStockLocation,
  manageVendorStockLocationSalesChannels,
  manageVendorStockLocationFulfillmentProviders,
  createVendorStockLocationFulfillmentSet,
})
