import type { PriceList } from '@souk/contracts'
import type { Deps } from './deps.ts'
import { groupBy } from './domain/group-by.ts'
import { type PriceListRecord, shownListPrice, shownPriceList } from './domain/price-list.ts'
import type { PriceListReads } from './domain/price-list-projection.ts'

/** A list as answers show it, whole with its prices: a read that began after this call. */
export async function withPrices(
  list: PriceListRecord,
  { prices: projection, asked }: PriceListReads,
  deps: Deps,
  deadline: number,
): Promise<PriceList> {
  if (projection === null) return shownPriceList(list, [], asked)
  const key = `${list.id}?${Object.keys(projection ?? {})}&${Object.values(asked)}`
  const prices = await deps.sharedPrices(key, deadline, async (latest) => {
    const found = await deps.prices.listOfPriceLists([list.id], projection, latest)
    return found.map((price) => shownListPrice(price, asked))
  })
  return shownPriceList(list, prices, asked)
}

/** The same for many lists, with one query for the prices of all. */
export async function allWithPrices(
  lists: readonly PriceListRecord[],
  reads: PriceListReads,
  deps: Deps,
  deadline: number,
): Promise<PriceList[]> {
  const ids = lists.map(({ id }) => id)
  const found = reads.prices === null ? [] : await deps.prices.listOfPriceLists(ids, reads.prices, deadline)
  const ofList = groupBy(found, ({ price_list_id }) => price_list_id)
  return lists.map((list) => {
    const prices = (ofList.get(list.id) ?? []).map((price) => shownListPrice(price, reads.asked))
    return shownPriceList(list, prices, reads.asked)
  })
}
