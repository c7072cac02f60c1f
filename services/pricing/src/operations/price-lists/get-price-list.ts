import { getPriceList as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedPrices, priceListAnswer } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { readsOf } from '../../domain/price-lists/price-list-projection.ts'

export const getPriceList = implement(contract, async ({ params, actor, selection, deadline }, deps: Deps) => {
  const found = await deps.priceLists.find(params.id, sellerIdOf(actor), deadline)
  if (!found) throw forbidden()

  const { shown } = await listedPrices(found.list.id, readsOf(selection), deps, deadline)
  return priceListAnswer(found, shown)
})
