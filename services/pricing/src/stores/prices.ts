import { groupBy } from '@souk/contracts'
import {
  batched,
  type EventRelay,
  findAll,
  fromDocument,
  type Stored,
  timeLeft,
  WAITING_EVENTS,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Document, Filter } from 'mongodb'
import type { PriceRecord } from '../domain/prices/price.ts'
import { createPriceWrites } from './price-writes.ts'
import { createPricesOfLists } from './prices-of-lists.ts'
import { BY_AGE, createShownPrices } from './shown-prices.ts'

/** One line of a quote, or a variant that is shown, which has no quantity. */
interface Line {
  variant_id: string
  currency_code: string
  quantity: number | null
}

interface Unlisted {
  lists: readonly string[]
  after: string
  upTo: string | undefined
  before: string
  limit: number
}

/** The base prices of variants and the prices of price lists. */
export function createPriceStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<PriceRecord>>('prices')
  const recordFrom = (document: Document) => fromDocument<PriceRecord>(document)

  /** Concurrent reads, for one quote or many, become one query, whose bounds cover all lines together. */
  const candidates = batched(async (lines: readonly Line[], deadline) => {
    const eligible = {
      currency_code: { $in: [...new Set(lines.map(({ currency_code }) => currency_code))] },
      min_quantity: { $not: { $gt: Math.max(...lines.map(({ quantity }) => quantity ?? 1)) } },
      max_quantity: { $not: { $lt: Math.min(...lines.map(({ quantity }) => quantity ?? 0)) } },
    }
    const variant_id = { $in: [...new Set(lines.map((line) => line.variant_id))] }
    const filter = { variant_id, deleted_at: null, $or: [{ price_list_id: null }, eligible] }
    const documents = await findAll(collection, { filter, projection: WITHOUT_INTERNALS }, deadline)
    const ofVariant = groupBy(documents.map(recordFrom), (price) => price.variant_id)
    return lines.map((line) => ofVariant.get(line.variant_id) ?? [])
  })

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { price_list_id: 1, key: 1 }, name: 'one_per_key', unique: true },
        { key: BY_AGE, name: 'of_list' },
        WAITING_EVENTS,
        { key: { variant_id: 1 }, name: 'priced_variant', partialFilterExpression: { variant_id: { $gt: '' } } },
      ])
    },

    ...createPriceWrites(collection, outbox),
    ...createPricesOfLists(collection),
    ...createShownPrices(collection),

    /** Removes the base prices of variants whose product was never created. @returns how many there were */
    async discardBasePrices(variantIds: readonly string[], deadline: number): Promise<number> {
      const filter = { variant_id: { $in: [...variantIds] }, price_list_id: null }
      return (await collection.deleteMany(filter, timeLeft(deadline))).deletedCount
    },

    /**
     * For each line the living prices of its variant: all base prices, in every currency, and at least those list prices that may
     * apply to the line.
     */
    findCandidates: (line: Line, deadline: number): Promise<PriceRecord[]> => candidates(line, deadline),

    /** The base prices of these variants, in every currency. */
    async listOfVariants(variantIds: readonly string[], deadline: number): Promise<PriceRecord[]> {
      if (variantIds.length === 0) return []
      const filter = { variant_id: { $in: [...variantIds] }, price_list_id: null, deleted_at: null }
      return (await findAll(collection, { filter, projection: WITHOUT_INTERNALS }, deadline)).map(recordFrom)
    },

    /**
     * Removes prices in lists with ids after `after`, up to `upTo`, and not among `lists`, except for those whose events are
     * still to be published. An index covers all of that: no prices of the excluded lists are read.
     * @param range.before only prices created before this, as ISO text
     * @param range.upTo undefined: no end
     * @returns how many were removed; 0 if there are none, or others have just removed them
     */
    async removeBetween({ lists, after, upTo, before, limit }: Unlisted): Promise<number> {
      const price_list_id = { $gt: after, ...(upTo !== undefined && { $lte: upTo }), $nin: [...lists] }
      const filter = { price_list_id, created_at: { $lt: before }, 'outbox.0': { $exists: false } } as Filter<Stored<PriceRecord>>
      const found = await collection.find(filter, { projection: { _id: 1 }, limit }).toArray()
      if (found.length === 0) return 0
      const { deletedCount } = await collection.deleteMany({ ...filter, _id: { $in: found.map(({ _id }) => _id) } })
      return deletedCount
    },
  }
}

export type PriceStore = ReturnType<typeof createPriceStore>
