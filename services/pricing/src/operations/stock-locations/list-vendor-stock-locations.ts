import { listVendorStockLocations as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownStockLocations } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'

export const listVendorStockLocations = implement(contract, async ({ query, actor, selection, deadline }, deps: Deps) => {
  const own = deps.stockLocations.ofSeller(sellerIdOf(actor))
  const { records, ...page } = await own.page(query, deadline, (found, until) =>
    shownStockLocations(found, { selection, deadline: until }, deps),
  )
  return { stock_locations: records, ...page }
})
