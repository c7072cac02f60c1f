import { groupBy, type ListedPrice, LongList, type PriceList, type Selection } from '@souk/contracts'
import { Answer, LATER_BATCH_MS } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type ListedPrices, type PriceListRecord, shownListPrice, shownPriceList } from '../domain/price-lists/price-list.ts'
import { type PriceListReads, readsOf } from '../domain/price-lists/price-list-projection.ts'

/** A list with these prices, which change independently of it. */
export const priceListAnswer = (
  { list, revision }: { list: PriceListRecord; revision: number },
  prices: readonly ListedPrice[],
): Answer<{ price_list: PriceList }> => new Answer({ price_list: shownPriceList(list, prices) }, { revision, others: 'anywhere' })

/** The list with the requested fields of its prices. */
export async function answerWithPrices(
  found: { list: PriceListRecord; revision: number },
  { selection, deadline }: { selection: Selection; deadline: number },
  deps: Deps,
) {
  const reads = readsOf(selection)
  const listed = await listedPrices(found.list.id, reads, deps, deadline)
  return priceListAnswer(found, listed?.shown ?? longList(found.list.id, reads, deps))
}

/**
 * The current prices of a list: from a read that began after this call, shared by all callers that want the same; undefined if
 * there are too many to hold in memory.
 */
export function listedPrices(
  list_id: string,
  { prices: projection }: PriceListReads,
  deps: Deps,
  deadline: number,
): Promise<ListedPrices | undefined> {
  if (projection === null) return Promise.resolve(NONE)
  const key = `${list_id}?${Object.keys(projection ?? {})}`
  return deps.sharedPrices(key, deadline, async (latest) => {
    const kept = await deps.prices.listOfPriceList(list_id, projection, latest)
    return kept && { kept, shown: kept.map(shownListPrice) }
  })
}

/** The prices of a list of any length, read while the answer is sent. */
function longList(list_id: string, { prices: projection }: PriceListReads, deps: Deps): ListedPrice[] {
  const batches = deps.prices.batchesOfPriceList(list_id, projection ?? undefined)
  return new LongList(batches).map(shownListPrice) as unknown as ListedPrice[]
}

const NONE: ListedPrices = { kept: [], shown: [] }

/** Most prices of several lists to hold in memory. */
const MANY_PRICES = 5000

/**
 * Many lists with their prices: one query for the prices of all, or recursively of each half if there are too many to hold in
 * memory.
 */
export async function* allWithPrices(
  lists: readonly PriceListRecord[],
  reads: PriceListReads,
  deps: Deps,
  deadline: number,
): AsyncGenerator<PriceList[]> {
  if (reads.prices === null || lists.length === 0) return yield lists.map((list) => shownPriceList(list, []))
  const ids = lists.map(({ id }) => id)
  const found = await deps.prices.listOfPriceLists(ids, { most: MANY_PRICES, projection: reads.prices, deadline })
  if (found) {
    const ofList = groupBy(found, ({ price_list_id }) => price_list_id)
    return yield lists.map((list) => shownPriceList(list, (ofList.get(list.id) ?? []).map(shownListPrice)))
  }
  const [list] = lists
  if (lists.length === 1) return yield [shownPriceList(list!, longList(list!.id, reads, deps))]
  const half = Math.ceil(lists.length / 2)
  yield* allWithPrices(lists.slice(0, half), reads, deps, deadline)
  yield* allWithPrices(lists.slice(half), reads, deps, Date.now() + LATER_BATCH_MS)
}
