import type { PriceList } from '@souk/contracts'
import type { Deps } from './deps.ts'
import { groupBy } from './domain/group-by.ts'
import { type ListedPrices, type PriceListRecord, shownListPrice, shownPriceList } from './domain/price-list.ts'
import type { PriceListReads } from './domain/price-list-projection.ts'

/** The prices of a list: a read that began after this call, shared by all who want the same. */
export function listedPrices(
  list_id: string,
  { prices: projection }: PriceListReads,
  deps: Deps,
  deadline: number,
): Promise<ListedPrices> {
  if (projection === null) return Promise.resolve(NONE)
  const key = `${list_id}?${Object.keys(projection ?? {})}`
  return deps.sharedPrices(key, deadline, async (latest) => {
    const kept = await deps.prices.listOfPriceList(list_id, projection, latest)
    return { kept, shown: kept.map(shownListPrice) }
  })
}

const NONE: ListedPrices = { kept: [], shown: [] }

/** A list as answers show it, with its prices as they are now. */
export async function withPrices(list: PriceListRecord, reads: PriceListReads, deps: Deps, deadline: number): Promise<PriceList> {
  const { shown } = await listedPrices(list.id, reads, deps, deadline)
  return shownPriceList(list, shown)
}

/** Prices that are held at once for a list of price lists. */
const MANY_PRICES = 20_000

/** The same for many lists: with one query for the prices of all, or one for each list when they are too many to be held together. */
export async function* allWithPrices(
  lists: readonly PriceListRecord[],
  reads: PriceListReads,
  deps: Deps,
  deadline: number,
): AsyncGenerator<PriceList[]> {
  const ids = lists.map(({ id }) => id)
  const isWithout = reads.prices === null || lists.length === 0
  const found = isWithout
    ? []
    : await deps.prices.listOfPriceLists(ids, { most: MANY_PRICES, projection: reads.prices ?? undefined, deadline })
  if (!found) {
    for (const list of lists) yield [await withPrices(list, reads, deps, Date.now() + ONE_LIST_MS)]
    return
  }
  const ofList = groupBy(found, ({ price_list_id }) => price_list_id)
  yield lists.map((list) => shownPriceList(list, (ofList.get(list.id) ?? []).map(shownListPrice)))
}

/** The reader of the answer waits for no list longer than a second; the reading may. */
const ONE_LIST_MS = 5000
