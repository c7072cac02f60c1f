import { updatePriceList as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedPrices, priceListAnswer } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { readsOf } from '../../domain/price-lists/price-list-projection.ts'
import { changePriceList } from '../change-price-list.ts'

export const updatePriceList = implement(contract, async (request, deps: Deps) => {
  const changed = await changePriceList(request, deps)
  const { shown } = await listedPrices(changed.list.id, readsOf(request.selection), deps, request.deadline)
  return priceListAnswer(changed, shown)
})
