import type { ListQuery } from '@souk/contracts'
import { fromDocument, type RequestContext, shownAll } from '@souk/runtime'
import { allWithPrices } from '../answers/price-list.ts'
import type { Deps } from '../deps.ts'
import type { PriceListRecord } from '../domain/price-lists/price-list.ts'
import { readsOf } from '../domain/price-lists/price-list-projection.ts'
import { listOwner } from './price-list-access.ts'

type Request = Pick<RequestContext, 'actor' | 'selection' | 'deadline'> & { query: ListQuery }

/** A page of the lists that the caller may see, with the requested fields of their prices. */
export async function pageOfPriceLists({ query, actor, selection, deadline }: Request, deps: Deps) {
  const reads = readsOf(selection)
  const owner = listOwner(actor)
  const { batches, count } = await deps.priceLists.page({ owner, query, projection: reads.list, deadline })
  const price_lists = await shownAll(batches, deadline, (documents, until) => {
    const lists = documents.map((document) => fromDocument<PriceListRecord>(document))
    return allWithPrices(lists, reads, deps, until)
  })
  return { price_lists, count, offset: query.offset, limit: query.limit }
}
