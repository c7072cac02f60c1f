import { deleteStockLocation as contract, deleteVendorStockLocation as vendorContract } from '@souk/contracts'
import { changeEach, deletionAnswer, implement, type RecordCommand, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { FulfillmentSetStore } from '../../stores/fulfillment-sets.ts'
import type { StockLocationStore } from '../../stores/stock-locations.ts'
import { ownSets } from '../fulfillment-sets/own-sets.ts'
import { refusedAfter, removeFulfillmentSets } from '../fulfillment-sets/remove-fulfillment-sets.ts'
import { ownLocations } from './own-locations.ts'

export const deleteStockLocation = implement(contract, (request, deps: Deps) =>
  remove(request, deps.stockLocations, deps.fulfillmentSets, deps),
)

export const deleteVendorStockLocation = implement(vendorContract, (request, deps: Deps) =>
  remove(request, ownLocations(request, deps), ownSets(request, deps), deps),
)

type Request = Pick<RequestOf<typeof contract>, 'params' | 'command'>

type Sets = Pick<FulfillmentSetStore, 'listIdsOfLocation'>

/**
 * Deleted sets are included: an interrupted attempt may have left their shipping options.
 * @param own the sets that may be left of a location whose deletion is refused
 */
async function remove({ params, command }: Request, locations: Pick<StockLocationStore, 'remove'>, own: Sets, deps: Deps) {
  const removeSets = (sets: Sets) => async (one: RecordCommand) =>
    changeEach(await sets.listIdsOfLocation(params.id, one.deadline), one, (id, each) => removeFulfillmentSets(id, each, deps))
  const deleted = await locations.remove(params.id, command).catch(refusedAfter(removeSets(own), command))
  await removeSets(deps.fulfillmentSets)(command)
  return deletionAnswer('stock_location', params.id, deleted)
}
