import { listPriceLists as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { readsOf } from '../domain/price-list-projection.ts'
import { allWithPrices } from '../price-list-answer.ts'

export const listPriceLists = implement(
  contract,
  async ({ query: { offset, limit }, actor, selection, deadline }, deps: Deps) => {
    const reads = readsOf(selection)
    const page = await deps.priceLists.listOf({ seller_id: sellerIdOf(actor), offset, limit, projection: reads.list, deadline })

    return { price_lists: await allWithPrices(page.price_lists, reads, deps, deadline), count: page.count, offset, limit }
  },
)
