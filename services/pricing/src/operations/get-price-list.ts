import { getPriceList as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { readsOf } from '../domain/price-list-projection.ts'
import { withPrices } from '../price-list-answer.ts'

export const getPriceList = implement(contract, async ({ params, actor, selection, deadline }, deps: Deps) => {
  const reads = readsOf(selection)
  const found = await deps.priceLists.find(params.id, sellerIdOf(actor), deadline)
  if (!found) throw forbidden()

  const { list, revision } = found
  return new Answer({ price_list: await withPrices(list, reads, deps, deadline) }, { revision, others: 'anywhere' })
})
