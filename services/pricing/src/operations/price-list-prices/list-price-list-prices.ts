import { listPriceListPrices as contract } from '@souk/contracts'
import { fromDocument, implement, shownAll } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownListPrice } from '../../domain/price-lists/price-list.ts'
import type { PriceRecord } from '../../domain/prices/price.ts'
import { getVisibleList } from '../price-list-access.ts'

export const listPriceListPrices = implement(contract, async (request, deps: Deps) => {
  const { params, query, deadline } = request
  const { list } = await getVisibleList(params.id, request, deps)

  const { batches, count } = await deps.prices.pageOfList(list.id, query, deadline)
  const prices = await shownAll(batches, deadline, async (documents) =>
    documents.map((document) => shownListPrice(fromDocument<PriceRecord>(document))),
  )
  return { prices, count, offset: query.offset, limit: query.limit }
})
