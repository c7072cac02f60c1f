import { deleteStockLocation as contract } from '@souk/contracts'
import { changeEach, deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeFulfillmentSets } from '../fulfillment-sets/remove-fulfillment-sets.ts'

export const deleteStockLocation = implement(contract, async ({ params, command, deadline }, deps: Deps) => {
  const deleted = await deps.stockLocations.remove(params.id, command)
  const sets = await deps.fulfillmentSets.list({ location_id: params.id }, deadline)
  await changeEach(
    sets.map(({ id }) => id),
    command,
    (id, own) => removeFulfillmentSets(id, own, deps),
  )
  return deletionAnswer('stock_location', params.id, deleted)
})
