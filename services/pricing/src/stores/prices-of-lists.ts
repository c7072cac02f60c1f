import type { ListQuery } from '@souk/contracts'
import { fromDocument, readPage, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection, Filter } from 'mongodb'
import type { PriceRecord } from '../domain/prices/price.ts'

/** Reads and removals of the prices of lists. */
export function createPricesOfLists(collection: Collection<Stored<PriceRecord>>) {
  async function list(filter: Filter<Stored<PriceRecord>>, deadline: number): Promise<PriceRecord[]> {
    const found = await collection
      .find(filter, { projection: WITHOUT_INTERNALS, batchSize: 5000, ...timeLeft(deadline) })
      .toArray()
    return found.map((document) => fromDocument<PriceRecord>(document))
  }

  return {
    /** The variants that have a price in one of these lists. */
    async variantsOfLists(listIds: readonly string[], deadline: number): Promise<string[]> {
      const filter = { price_list_id: { $in: [...listIds] }, deleted_at: null }
      const found = await collection.distinct('variant_id', filter, timeLeft(deadline))
      return found.filter((id) => id !== null)
    },

    /** Prices of a list by their ids, including removed ones. */
    async findNamed(price_list_id: string, ids: readonly string[], deadline: number): Promise<Map<string, PriceRecord>> {
      const found = ids.length === 0 ? [] : await list({ _id: { $in: [...ids] }, price_list_id }, deadline)
      return new Map(found.map((price) => [price.id, price]))
    },

    /** The prices of a list that have one of these keys. */
    listHolders: (price_list_id: string, keys: readonly string[], deadline: number): Promise<PriceRecord[]> =>
      keys.length === 0 ? Promise.resolve([]) : list({ price_list_id, key: { $in: [...keys] } }, deadline),

    /** The ids of the living prices that a list has for these variants; undefined: those of all lists, without base prices. */
    async listIdsOfVariants(
      price_list_id: string | undefined,
      variantIds: readonly string[],
      deadline: number,
    ): Promise<{ id: string; price_list_id: string }[]> {
      if (variantIds.length === 0) return []
      const filter = { variant_id: { $in: [...variantIds] }, price_list_id: price_list_id ?? { $ne: null }, deleted_at: null }
      const options = { projection: { price_list_id: 1 }, batchSize: 5000, ...timeLeft(deadline) }
      const found = await collection.find(filter, options).toArray()
      return found.map((price) => ({ id: price._id, price_list_id: price.price_list_id! }))
    },

    /** A page of the living prices of a list. */
    pageOfList: (price_list_id: string, query: ListQuery, deadline: number) =>
      readPage(collection, { within: { price_list_id }, query, projection: WITHOUT_INTERNALS, deadline }),

    /**
     * Erases prices of a deleted list, except for those whose events are still to be published.
     * @returns how many were erased, and whether any may be left
     */
    async eraseOfList(price_list_id: string, limit: number): Promise<{ erased: number; left: boolean }> {
      const some = await collection.find({ price_list_id }, { projection: { _id: 1, 'outbox.seq': 1 }, limit }).toArray()
      const quiet = some.filter(({ outbox }) => (outbox ?? []).length === 0).map(({ _id }) => _id)
      const filter = { _id: { $in: quiet }, price_list_id, 'outbox.0': { $exists: false } } as Filter<Stored<PriceRecord>>
      const { deletedCount } = quiet.length === 0 ? { deletedCount: 0 } : await collection.deleteMany(filter)
      return { erased: deletedCount, left: some.length > 0 }
    },
  }
}
