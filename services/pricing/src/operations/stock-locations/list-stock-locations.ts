import { listStockLocations as contract } from '@souk/contracts'
import { listHandler } from '@souk/runtime'
import { shownStockLocations } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'

export const listStockLocations = listHandler({
  many: 'stock_locations',
  store: ({ stockLocations }: Deps) => stockLocations,
  show: shownStockLocations,
})(contract)
