import { getVendorStockLocation as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'

export const getVendorStockLocation = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  return stockLocationAnswer(await deps.stockLocations.ofSeller(sellerIdOf(actor)).get(params.id, deadline), request, deps)
})
