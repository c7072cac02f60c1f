import {
  manageStockLocationFulfillmentProviders as contract,
  notFound,
  manageVendorStockLocationFulfillmentProviders as vendorContract,
} from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { linked } from '../../domain/stock-locations/stock-location.ts'
import type { StockLocationStore } from '../../stores/stock-locations.ts'
import { ownLocations } from './own-locations.ts'

export const manageStockLocationFulfillmentProviders = implement(contract, (request, deps: Deps) =>
  link(request, deps.stockLocations, deps),
)

export const manageVendorStockLocationFulfillmentProviders = implement(vendorContract, async (request, deps: Deps) => {
  const own = ownLocations(request, deps)
  await own.get(request.params.id, request.deadline)
  return link(request, own, deps)
})

type Request = Pick<RequestOf<typeof contract>, 'params' | 'body' | 'command' | 'selection' | 'deadline'>

async function link(request: Request, locations: Pick<StockLocationStore, 'update'>, deps: Deps) {
  const { params, body, command, deadline } = request
  const known = await deps.fulfillmentProviders.list(deadline)
  const missing = (body.add ?? []).filter((id) => !known.some((provider) => provider.id === id))
  if (missing.length > 0) throw notFound(`Fulfillment providers with ids: ${missing.join(', ')} was not found`)

  const changed = await locations.update(params.id, command, (location) => {
    const fulfillment_provider_ids = linked(location.fulfillment_provider_ids, body)
    return fulfillment_provider_ids === location.fulfillment_provider_ids ? location : { ...location, fulfillment_provider_ids }
  })
  return stockLocationAnswer(changed, request, deps)
}
