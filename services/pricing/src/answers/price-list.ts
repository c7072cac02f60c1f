import type { ListedPrice, PriceList, Selection } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type ListedPrices, type PriceListRecord, shownListPrice, shownPriceList } from '../domain/price-lists/price-list.ts'
import { type PriceListReads, readsOf } from '../domain/price-lists/price-list-projection.ts'
import { groupBy } from '../domain/prices/group-by.ts'

/** A list with these prices: they change without it. */
export const priceListAnswer = (
  { list, revision }: { list: PriceListRecord; revision: number },
  prices: readonly ListedPrice[],
): Answer<{ price_list: PriceList }> => new Answer({ price_list: shownPriceList(list, prices) }, { revision, others: 'anywhere' })

/** The list with as much of its prices as is asked for. */
export async function answerWithPrices(
  found: { list: PriceListRecord; revision: number },
  { selection, deadline }: { selection: Selection; deadline: number },
  deps: Deps,
) {
  const { shown } = await listedPrices(found.list.id, readsOf(selection), deps, deadline)
  return priceListAnswer(found, shown)
}

/** The prices of a list as they are now: a read that began after this call, shared by all who want the same. */
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

/** Prices that are held at once for a list of price lists. */
const MANY_PRICES = 20_000

/**
 * Many lists with their prices: with one query for the prices of all, or one for each list when they are too many to be held
 * together.
 */
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
    for (const list of lists) {
      const { shown } = await listedPrices(list.id, reads, deps, Date.now() + ONE_LIST_MS)
      yield [shownPriceList(list, shown)]
    }
    return
  }
  const ofList = groupBy(found, ({ price_list_id }) => price_list_id)
  yield lists.map((list) => shownPriceList(list, (ofList.get(list.id) ?? []).map(shownListPrice)))
}

/** The reader of the answer waits for no list longer than a second; the reading may. */
const ONE_LIST_MS = 5000
