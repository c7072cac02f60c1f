import { updateStockLocation as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { addressAfter } from '../../domain/stock-locations/stock-location.ts'

export const updateStockLocation = implement(contract, async (request, deps: Deps) => {
  const { name, metadata, ...address } = request.body
  const id = request.newIds()('laddr')
  const isAddressed = address.address !== undefined || address.address_id !== undefined
  const updated = await deps.stockLocations.update(request.params.id, request.command, (location, { now }) => {
    const own = isAddressed ? addressAfter(location.address, address, { id, now }) : {}
    return patch<typeof location>({ name, metadata, ...own })(location)
  })
  return stockLocationAnswer(updated, request, deps)
})
