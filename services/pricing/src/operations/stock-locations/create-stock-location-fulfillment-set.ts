import {
  createStockLocationFulfillmentSet as contract,
  createVendorStockLocationFulfillmentSet as vendorContract,
} from '@souk/contracts'
import { implement, newCommand, type RequestOf } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import type { StockLocationStore } from '../../stores/stock-locations.ts'
import { ownSets } from '../fulfillment-sets/own-sets.ts'
import { ownLocations } from './own-locations.ts'

export const createStockLocationFulfillmentSet = implement(contract, (request, deps: Deps) =>
  make(request, deps.stockLocations, deps),
)

export const createVendorStockLocationFulfillmentSet = implement(vendorContract, async (request, deps: Deps) => {
  const { params, newIds, deadline } = request
  const own = ownLocations(request, deps)
  await own.get(params.id, deadline)
  const room = await ownSets(request, deps).roomFor(newIds()('fuset'), deadline)
  room.assertOneMore()
  return make(request, own, deps)
})

type Request = Pick<RequestOf<typeof contract>, 'params' | 'body' | 'command' | 'newIds' | 'selection' | 'deadline'>

/** Deletes the set again if its location was deleted meanwhile, because its name would stay taken. */
async function make(request: Request, locations: Pick<StockLocationStore, 'get' | 'find'>, deps: Deps) {
  const { params, body, deadline } = request
  const location = await locations.get(params.id, deadline)
  const { seller_id = null } = location.record
  const fields = { ...body, location_id: params.id, service_zones: [], metadata: null, seller_id }
  const set = await deps.fulfillmentSets.create(fields, request)
  if (!(await locations.find(params.id, deadline))) await deps.fulfillmentSets.remove(set.record.id, newCommand(deadline))
  return stockLocationAnswer(location, request, deps)
}
