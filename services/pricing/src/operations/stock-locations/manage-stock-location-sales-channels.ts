import {
  manageStockLocationSalesChannels as contract,
  notFound,
  manageVendorStockLocationSalesChannels as vendorContract,
} from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { linked } from '../../domain/stock-locations/stock-location.ts'
import type { StockLocationStore } from '../../stores/stock-locations.ts'
import { ownLocations } from './own-locations.ts'

export const manageStockLocationSalesChannels = implement(contract, (request, deps: Deps) =>
  link(request, deps.stockLocations, deps),
)

export const manageVendorStockLocationSalesChannels = implement(vendorContract, async (request, deps: Deps) => {
  const own = ownLocations(request, deps)
  await own.get(request.params.id, request.deadline)
  return link(request, own, deps)
})

type Request = Pick<RequestOf<typeof contract>, 'params' | 'body' | 'command' | 'selection' | 'deadline'>

async function link(request: Request, locations: Pick<StockLocationStore, 'update'>, deps: Deps) {
  const { params, body, command, deadline } = request
  const { add = [] } = body
  const known = await deps.salesChannels.list({ _id: { $in: [...add] } }, deadline)
  const missing = add.filter((id) => !known.some((channel) => channel.id === id))
  if (missing.length > 0) throw notFound(`Sales channels with ids: ${missing.join(', ')} was not found`)

  const changed = await locations.update(params.id, command, (location) => {
    const sales_channel_ids = linked(location.sales_channel_ids, body)
    return sales_channel_ids === location.sales_channel_ids ? location : { ...location, sales_channel_ids }
  })
  return stockLocationAnswer(changed, request, deps)
}
