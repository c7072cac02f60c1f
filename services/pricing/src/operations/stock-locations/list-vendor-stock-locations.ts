import { listVendorStockLocations as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownStockLocations } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'
import { ownLocations } from './own-locations.ts'

export const listVendorStockLocations = implement(contract, async (request, deps: Deps) => {
  const { query, selection, deadline } = request
  const { records, ...page } = await ownLocations(request, deps).page(query, deadline, (found, until) =>
    shownStockLocations(found, { selection, deadline: until }, deps),
  )
  return { stock_locations: records, ...page }
})
