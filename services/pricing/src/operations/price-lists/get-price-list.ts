import { getPriceList as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedPrices, priceListAnswer } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { readsOf } from '../../domain/price-lists/price-list-projection.ts'
import { getVisibleList } from '../price-list-access.ts'

export const getPriceList = implement(contract, async (request, deps: Deps) => {
  const found = await getVisibleList(request.params.id, request, deps)
  const { shown } = await listedPrices(found.list.id, readsOf(request.selection), deps, request.deadline)
  return priceListAnswer(found, shown)
})
