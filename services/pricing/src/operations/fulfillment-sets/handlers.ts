import { fulfillmentSetOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createServiceZone, createVendorServiceZone } from './create-service-zone.ts'
import { deleteFulfillmentSet, deleteVendorFulfillmentSet } from './delete-fulfillment-set.ts'
import { deleteServiceZone, deleteVendorServiceZone } from './delete-service-zone.ts'
import { getServiceZone } from './get-service-zone.ts'
import { updateServiceZone, updateVendorServiceZone } from './update-service-zone.ts'

export const fulfillmentSetHandlers = implementAll(fulfillmentSetOperations, {
  deleteFulfillmentSet,
  createServiceZone,
  getServiceZone,
  updateServiceZone,
  deleteServiceZone,
  deleteVendorFulfillmentSet,
  createVendorServiceZone,
  updateVendorServiceZone,
  deleteVendorServiceZone,
})
