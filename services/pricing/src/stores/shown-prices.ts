import { groupBy } from '@souk/contracts'
import { batched, findAll, type Stored, timeLeft } from '@souk/runtime'
import { LRUCache } from 'lru-cache'
import type { Collection, Document, Filter } from 'mongodb'
import type { PriceRecord, ShownParts } from '../domain/prices/price.ts'

/** Lists that were once longer than this are read separately, so that short ones do not wait for them. */
const LONG_LIST = 1000
/** Most prices of a list to hold in memory; a longer list is read while it is sent. */
const MAX_HELD = 10_000
/** Prices that are decoded, shown and written in one turn of the event loop, about 10 ms. */
const BATCH = 250
/** Time to read a batch: the reader of the answer waits two seconds for the next one, but the database may reply later. */
const BATCH_MS = 5000
/** The shown fields of a living price of a list, and its key; `deleted_at` is always null. */
const SHOWN = {
  key: 1,
  title: 1,
  variant_id: 1,
  rules: 1,
  currency_code: 1,
  amount: 1,
  min_quantity: 1,
  max_quantity: 1,
  price_set_id: 1,
  price_list_id: 1,
  created_at: 1,
  updated_at: 1,
} as const satisfies Partial<Record<keyof PriceRecord, 1>>
/** The order of a list's prices, which an index provides. */
export const BY_AGE = { price_list_id: 1, created_at: 1, _id: 1 } as const

/** Prices as price lists show them. */
export function createShownPrices(collection: Collection<Stored<PriceRecord>>) {
  const longLists = new LRUCache<string, 'long' | 'longest'>({ max: 1000 })

  async function listOf(ids: readonly string[], projection: Document, deadline: number, limit: number): Promise<ShownParts[]> {
    const options = { projection, sort: BY_AGE, batchSize: BATCH, limit, ...timeLeft(deadline) }
    return (await collection.find(inLists(ids), options).toArray()).map(shownParts)
  }

  const ofList = batched(async (ids: readonly string[], deadline) => {
    const own = [...new Set(ids)]
    const filter = inLists(own)
    const query = { filter, projection: SHOWN, sort: BY_AGE, limit: 2 * LONG_LIST }
    const found = (await findAll(collection, query, deadline)).map(shownParts)
    if (found.length === query.limit) {
      const each = own.map(async (id) => [id, await listOf([id], SHOWN, deadline, MAX_HELD + 1)] as const)
      const byId = new Map(await Promise.all(each))
      return ids.map((id) => byId.get(id)!)
    }
    const byList = groupBy(found, ({ price_list_id }) => price_list_id)
    return ids.map((id) => byList.get(id) ?? [])
  })

  return {
    /**
     * The living prices of a list, ordered by created_at and id; undefined if there are too many to hold in memory. Concurrent
     * reads of several lists become one query.
     * @param projection undefined: all shown fields of a price
     */
    async listOfPriceList(id: string, projection: Document | undefined, deadline: number): Promise<ShownParts[] | undefined> {
      const known = longLists.get(id)
      if (known === 'longest') return undefined
      const isApart = projection !== undefined || known !== undefined
      const found = await (isApart ? listOf([id], projection ?? SHOWN, deadline, MAX_HELD + 1) : ofList(id, deadline))
      if (found.length > LONG_LIST) longLists.set(id, found.length > MAX_HELD ? 'longest' : 'long')
      return found.length > MAX_HELD ? undefined : found
    },

    /** The same for a list of any length, batch by batch, at its reader's pace. */
    async *batchesOfPriceList(id: string, projection: Document = SHOWN): AsyncGenerator<ShownParts[]> {
      const list = inLists([id])
      const sought = { projection: { ...projection, created_at: 1 }, sort: BY_AGE, limit: BATCH }
      let filter: Filter<Stored<PriceRecord>> = list
      for (;;) {
        const found = await findAll(collection, { ...sought, filter }, Date.now() + BATCH_MS)
        yield found.map(shownParts)
        const last = found.at(-1)
        if (!last || found.length < BATCH) return
        const { _id, created_at } = last
        filter = {
          $or: [
            { ...list, created_at, _id: { $gt: _id } },
            { ...list, created_at: { $gt: created_at } },
          ],
        }
      }
    },

    /** The same for several lists, list by list; undefined if they have more than `most` prices in total. */
    async listOfPriceLists(
      ids: readonly string[],
      { most, projection = SHOWN, deadline }: { most: number; projection: Document | undefined; deadline: number },
    ): Promise<ShownParts[] | undefined> {
      const found = await listOf(ids, projection, deadline, most + 1)
      return found.length > most ? undefined : found
    },
  }
}

const inLists = (ids: readonly string[]) => ({ price_list_id: ids.length === 1 ? ids[0]! : { $in: [...ids] }, deleted_at: null })
const shownParts = ({ _id, ...rest }: Stored<PriceRecord>): ShownParts => ({ id: _id, ...rest })
