import { updateStockLocation as contract, updateVendorStockLocation as vendorContract } from '@souk/contracts'
import { implement, patch, type RequestOf } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { addressAfter } from '../../domain/stock-locations/stock-location.ts'
import type { SellersRoom } from '../../stores/room-of-seller.ts'
import type { StockLocationStore } from '../../stores/stock-locations.ts'
import { ownLocations } from './own-locations.ts'

export const updateStockLocation = implement(contract, (request, deps: Deps) => change(request, deps.stockLocations, deps))

export const updateVendorStockLocation = implement(vendorContract, async (request, deps: Deps) => {
  const own = ownLocations(request, deps)
  const { assertFits } = await own.roomFor(request.params.id, request.deadline)
  return change(request, own, deps, assertFits)
})

type Request = Pick<RequestOf<typeof contract>, 'params' | 'body' | 'command' | 'newIds' | 'selection' | 'deadline'>

async function change(
  request: Request,
  locations: Pick<StockLocationStore, 'update'>,
  deps: Deps,
  assertFits?: SellersRoom['assertFits'],
) {
  const { name, metadata, ...address } = request.body
  const id = request.newIds()('laddr')
  const isAddressed = address.address !== undefined || address.address_id !== undefined
  const updated = await locations.update(request.params.id, request.command, (location, { now }) => {
    const own = isAddressed ? addressAfter(location.address, address, { id, now }) : {}
    const next = patch<typeof location>({ name, metadata, ...own })(location)
    assertFits?.(next, location)
    return next
  })
  return stockLocationAnswer(updated, request, deps)
}
