import { deleteStockLocation as contract, deleteVendorStockLocation as vendorContract } from '@souk/contracts'
import { changeEach, deletionAnswer, implement, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { StockLocationStore } from '../../stores/stock-locations.ts'
import { removeFulfillmentSets } from '../fulfillment-sets/remove-fulfillment-sets.ts'
import { ownLocations } from './own-locations.ts'

export const deleteStockLocation = implement(contract, (request, deps: Deps) => remove(request, deps.stockLocations, deps))

export const deleteVendorStockLocation = implement(vendorContract, (request, deps: Deps) =>
  remove(request, ownLocations(request, deps), deps),
)

type Request = Pick<RequestOf<typeof contract>, 'params' | 'command' | 'deadline'>

/** Sets that are deleted already are looked at as well: an attempt that broke off may have left their shipping options. */
async function remove({ params, command, deadline }: Request, locations: Pick<StockLocationStore, 'remove'>, deps: Deps) {
  const deleted = await locations.remove(params.id, command)
  const sets = await deps.fulfillmentSets.listIdsOfLocation(params.id, deadline)
  await changeEach(sets, command, (id, own) => removeFulfillmentSets(id, own, deps))
  return deletionAnswer('stock_location', params.id, deleted)
}
