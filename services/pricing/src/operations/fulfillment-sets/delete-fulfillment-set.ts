import { deleteFulfillmentSet as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeFulfillmentSets } from './remove-fulfillment-sets.ts'

export const deleteFulfillmentSet = implement(contract, async ({ params, command }, deps: Deps) => {
  const deleted = await removeFulfillmentSets(params.id, command, deps)
  return deletionAnswer('fulfillment_set', params.id, deleted)
})
