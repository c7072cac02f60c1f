import { listStockLocations as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownStockLocations } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'

export const listStockLocations = implement(contract, async ({ query, selection, deadline }, deps: Deps) => {
  const { records, ...page } = await deps.stockLocations.page(query, deadline, (found, until) =>
    shownStockLocations(found, { selection, deadline: until }, deps),
  )
  return { stock_locations: records, ...page }
})
