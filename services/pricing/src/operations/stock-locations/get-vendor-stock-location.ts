import { getVendorStockLocation as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { ownLocations } from './own-locations.ts'

export const getVendorStockLocation = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  return stockLocationAnswer(await ownLocations(request, deps).get(params.id, deadline), request, deps)
})
