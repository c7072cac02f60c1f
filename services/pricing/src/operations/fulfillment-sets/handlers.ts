import { fulfillmentSetOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createServiceZone } from './create-service-zone.ts'
import { deleteFulfillmentSet } from './delete-fulfillment-set.ts'
import { deleteServiceZone } from './delete-service-zone.ts'
import { getServiceZone } from './get-service-zone.ts'
import { updateServiceZone } from './update-service-zone.ts'

export const fulfillmentSetHandlers = implementAll(fulfillmentSetOperations, {
  deleteFulfillmentSet,
  createServiceZone,
  getServiceZone,
  updateServiceZone,
  deleteServiceZone,
})
