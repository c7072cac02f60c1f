import { listPriceLists as contract, sellerIdOf } from '@souk/contracts'
import { fromDocument, implement, shownAll } from '@souk/runtime'
import { allWithPrices } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import type { PriceListRecord } from '../../domain/price-lists/price-list.ts'
import { readsOf } from '../../domain/price-lists/price-list-projection.ts'

export const listPriceLists = implement(contract, async ({ query, actor, selection, deadline }, deps: Deps) => {
  const reads = readsOf(selection)
  const { batches, count } = await deps.priceLists.listOf({
    owner: { seller_id: sellerIdOf(actor) },
    query,
    projection: reads.list,
    deadline,
  })
  const price_lists = await shownAll(batches, deadline, (documents, until) => {
    const lists = documents.map((document) => fromDocument<PriceListRecord>(document))
    return allWithPrices(lists, reads, deps, until)
  })

  return { price_lists, count, offset: query.offset, limit: query.limit }
})
