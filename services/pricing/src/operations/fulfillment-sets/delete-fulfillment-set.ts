import { deleteFulfillmentSet as contract, deleteVendorFulfillmentSet as vendorContract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { ownSets } from './own-sets.ts'
import { removeFulfillmentSets } from './remove-fulfillment-sets.ts'

export const deleteFulfillmentSet = implement(contract, async ({ params, command }, deps: Deps) => {
  const deleted = await removeFulfillmentSets(params.id, command, deps)
  return deletionAnswer('fulfillment_set', params.id, deleted)
})

export const deleteVendorFulfillmentSet = implement(vendorContract, async (request, deps: Deps) => {
  const { params, command } = request
  const deleted = await removeFulfillmentSets(params.id, command, { ...deps, fulfillmentSets: ownSets(request, deps) })
  return deletionAnswer('fulfillment_set', params.id, deleted)
})
