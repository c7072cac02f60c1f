import { createStockLocation as contract, sellerIdOf, createVendorStockLocation as vendorContract } from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { addressAfter } from '../../domain/stock-locations/stock-location.ts'
import { ownLocations } from './own-locations.ts'

export const createStockLocation = implement(contract, (request, deps: Deps) => make(request, null, deps))

export const createVendorStockLocation = implement(vendorContract, async (request, deps: Deps) => {
  const { body, actor, newIds, deadline } = request
  const room = await ownLocations(request, deps).roomFor(newIds()('sloc'), deadline)
  room.assertOneMore()
  room.assertFits(body)
  return make(request, sellerIdOf(actor), deps)
})

type Request = Pick<RequestOf<typeof contract>, 'body' | 'command' | 'newIds' | 'selection' | 'deadline'>

async function make(request: Request, seller_id: string | null, deps: Deps) {
  const { name, metadata = null, ...address } = request.body
  const now = new Date().toISOString()
  const created = await deps.stockLocations.create(
    {
      name,
      metadata,
      ...addressAfter(null, address, { id: request.newIds()('laddr'), now }),
      sales_channel_ids: [],
      fulfillment_provider_ids: [],
      seller_id,
    },
    request,
  )
  return stockLocationAnswer(created, request, deps)
}
