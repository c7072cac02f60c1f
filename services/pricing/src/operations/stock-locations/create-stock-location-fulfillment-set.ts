import { createStockLocationFulfillmentSet as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'

export const createStockLocationFulfillmentSet = implement(contract, async (request, deps: Deps) => {
  const { params, body, deadline } = request
  const location = await deps.stockLocations.get(params.id, deadline)
  await deps.fulfillmentSets.create({ ...body, location_id: params.id, service_zones: [], metadata: null }, request)
  return stockLocationAnswer(location, request, deps)
})
