import { manageStockLocationFulfillmentProviders as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { linked } from '../../domain/stock-locations/stock-location.ts'

export const manageStockLocationFulfillmentProviders = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const known = await deps.fulfillmentProviders.list(deadline)
  const missing = (body.add ?? []).filter((id) => !known.some((provider) => provider.id === id))
  if (missing.length > 0) throw notFound(`Fulfillment providers with ids: ${missing.join(', ')} was not found`)

  const changed = await deps.stockLocations.update(params.id, command, (location) => {
    const fulfillment_provider_ids = linked(location.fulfillment_provider_ids, body)
    return fulfillment_provider_ids === location.fulfillment_provider_ids ? location : { ...location, fulfillment_provider_ids }
  })
  return stockLocationAnswer(changed, request, deps)
})
