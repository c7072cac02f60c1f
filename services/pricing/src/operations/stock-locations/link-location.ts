import { type manageStockLocationSalesChannels, notFound } from '@souk/contracts'
import type { RequestContext, RequestOf } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { linked } from '../../domain/stock-locations/stock-location.ts'
import type { StockLocationStore } from '../../stores/stock-locations.ts'
import { ownLocations } from './own-locations.ts'

type Shown = Pick<RequestOf<typeof manageStockLocationSalesChannels>, 'params' | 'body' | 'command' | 'selection' | 'deadline'>
type OfSeller = Shown & Pick<RequestContext, 'actor'>

/** The fields of a location with ids of other records. */
const LINKED = {
  sales_channel_ids: {
    noun: 'Sales channels',
    list: (ids: readonly string[], { salesChannels }: Deps, deadline: number) =>
      salesChannels.list({ _id: { $in: [...ids] } }, deadline),
  },
  fulfillment_provider_ids: {
    noun: 'Fulfillment providers',
    list: (_: readonly string[], { fulfillmentProviders }: Deps, deadline: number) => fulfillmentProviders.list(deadline),
  },
} as const
type Field = keyof typeof LINKED

/**
 * Adds and removes links of a location, and answers the location.
 * @throws not_found, naming those to add that do not exist
 */
export async function linkLocation(
  field: Field,
  request: Shown,
  deps: Deps,
  locations: Pick<StockLocationStore, 'update'> = deps.stockLocations,
) {
  const { params, body, command, deadline } = request
  const { noun, list } = LINKED[field]
  const { add = [] } = body
  const known: readonly { id: string }[] = await list(add, deps, deadline)
  const missing = add.filter((id) => !known.some((one) => one.id === id))
  if (missing.length > 0) throw notFound(`${noun} with ids: ${missing.join(', ')} was not found`)

  const changed = await locations.update(params.id, command, (location) => {
    const ids = linked(location[field], body)
    return ids === location[field] ? location : { ...location, [field]: ids }
  })
  return stockLocationAnswer(changed, request, deps)
}

/** The same for a location of the caller's own. @throws forbidden for another's */
export async function linkOwnLocation(field: Field, request: OfSeller, deps: Deps) {
  const own = ownLocations(request, deps)
  await own.get(request.params.id, request.deadline)
  return linkLocation(field, request, deps, own)
}
