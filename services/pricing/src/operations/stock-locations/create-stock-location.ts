import { createStockLocation as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { addressAfter } from '../../domain/stock-locations/stock-location.ts'

export const createStockLocation = implement(contract, async (request, deps: Deps) => {
  const { name, metadata = null, ...address } = request.body
  const now = new Date().toISOString()
  const created = await deps.stockLocations.create(
    {
      name,
      metadata,
      ...addressAfter(null, address, { id: request.newIds()('laddr'), now }),
      sales_channel_ids: [],
      fulfillment_provider_ids: [],
      seller_id: null,
    },
    request,
  )
  return stockLocationAnswer(created, request, deps)
})
