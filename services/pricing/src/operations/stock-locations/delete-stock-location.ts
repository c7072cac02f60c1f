import { deleteStockLocation as contract } from '@souk/contracts'
import { changeEach, deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeFulfillmentSets } from '../fulfillment-sets/remove-fulfillment-sets.ts'

/** Sets that are deleted already are looked at as well: an attempt that broke off may have left their shipping options. */
export const deleteStockLocation = implement(contract, async ({ params, command, deadline }, deps: Deps) => {
  const deleted = await deps.stockLocations.remove(params.id, command)
  const sets = await deps.fulfillmentSets.listIdsOfLocation(params.id, deadline)
  await changeEach(sets, command, (id, own) => removeFulfillmentSets(id, own, deps))
  return deletionAnswer('stock_location', params.id, deleted)
})
