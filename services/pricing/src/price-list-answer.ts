import type { PriceList } from '@souk/contracts'
import type { Deps } from './deps.ts'
import { groupBy } from './domain/group-by.ts'
import { type ListedPrices, type PriceListRecord, shownListPrice, shownPriceList } from './domain/price-list.ts'
import type { PriceListReads } from './domain/price-list-projection.ts'

/** The prices of a list: a read that began after this call, shared by all who want the same. */
export function listedPrices(
  list_id: string,
  { prices: projection, asked }: PriceListReads,
  deps: Deps,
  deadline: number,
): Promise<ListedPrices> {
  if (projection === null) return Promise.resolve(NONE)
  const key = `${list_id}?${Object.keys(projection ?? {})}&${Object.values(asked)}`
  return deps.sharedPrices(key, deadline, async (latest) => {
    const kept = await deps.prices.listOfPriceList(list_id, projection, latest)
    return { kept, shown: kept.map((price) => shownListPrice(price, asked)) }
  })
}

const NONE: ListedPrices = { kept: [], shown: [] }

/** A list as answers show it, with its prices as they are now. */
export async function withPrices(list: PriceListRecord, reads: PriceListReads, deps: Deps, deadline: number): Promise<PriceList> {
  const { shown } = await listedPrices(list.id, reads, deps, deadline)
  return shownPriceList(list, shown, reads.asked)
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
