import { manageStockLocationSalesChannels as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { linked } from '../../domain/stock-locations/stock-location.ts'

export const manageStockLocationSalesChannels = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { add = [] } = body
  const known = await deps.salesChannels.list({ _id: { $in: [...add] } }, deadline)
  const missing = add.filter((id) => !known.some((channel) => channel.id === id))
  if (missing.length > 0) throw notFound(`Sales channels with ids: ${missing.join(', ')} was not found`)

  const changed = await deps.stockLocations.update(params.id, command, (location) => {
    const sales_channel_ids = linked(location.sales_channel_ids, body)
    return sales_channel_ids === location.sales_channel_ids ? location : { ...location, sales_channel_ids }
  })
  return stockLocationAnswer(changed, request, deps)
})
