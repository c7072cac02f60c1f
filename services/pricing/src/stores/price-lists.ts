import {
  type Command,
  createReader,
  firstEvents,
  fromDocument,
  insertOnce,
  type Outbox,
  type Stored,
  timeLeft,
  toDocument,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Document } from 'mongodb'
import type { PriceListRecord } from '../domain/price-list.ts'

/** A list in the price selection: what decides whether and how its prices count. */
export type PriceListTerms = Pick<PriceListRecord, 'id' | 'status' | 'type' | 'starts_at' | 'ends_at' | 'rules' | 'deleted_at'>

const TERMS = { status: 1, type: 1, starts_at: 1, ends_at: 1, rules: 1, deleted_at: 1 } as const

interface PageOf {
  seller_id: string
  offset: number
  limit: number
  projection?: Document | undefined
  deadline: number
}

/** Price lists without their prices: those are documents of their own. */
export function createPriceListStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<PriceListRecord>>('price_lists')
  const reader = createReader(collection, { tenant: 'seller_id', projection: WITHOUT_INTERNALS })
  const sink = outbox?.relay(collection)

  return {
    async ensureIndexes() {
      await collection.createIndexes([{ key: { seller_id: 1, created_at: -1, _id: -1 }, name: 'of_seller' }])
    },

    /** A living list of this seller; undefined for foreign, unknown and deleted ones alike. */
    async find(id: string, seller_id: string, deadline: number): Promise<PriceListRecord | undefined> {
      const document = await reader.find({ id, tenant: seller_id, deadline })
      return document?.deleted_at === null ? fromDocument<PriceListRecord>(document) : undefined
    },

    /** The active ones among these lists. */
    async listActive(ids: readonly string[], deadline: number): Promise<PriceListTerms[]> {
      if (ids.length === 0) return []
      const filter = { _id: { $in: [...ids] }, status: 'active', deleted_at: null } as const
      const documents = await collection.find(filter, { projection: TERMS, ...timeLeft(deadline) }).toArray()
      return documents.map((document) => fromDocument<PriceListRecord>(document))
    },

    /** A page of the seller's living lists, the newest first, with the number of all. */
    async listOf({
      seller_id,
      offset,
      limit,
      projection = WITHOUT_INTERNALS,
      deadline,
    }: PageOf): Promise<{ price_lists: PriceListRecord[]; count: number }> {
      const filter = { seller_id, deleted_at: null }
      const options = { projection, sort: { created_at: -1, _id: -1 } as const, skip: offset, limit, ...timeLeft(deadline) }
      const documents = limit === 0 ? [] : await collection.find(filter, options).toArray()
      const isLastPage = documents.length > 0 && documents.length < limit
      const count = isLastPage ? offset + documents.length : await collection.countDocuments(filter, timeLeft(deadline))
      return { price_lists: documents.map((document) => fromDocument<PriceListRecord>(document)), count }
    },

    /** The ids of all lists, deleted ones as well, that come after a given one. */
    async listIds({ after, limit }: { after: string; limit: number }): Promise<string[]> {
      const page = collection.find({ _id: { $gt: after } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit })
      return (await page.toArray()).map(({ _id }) => _id)
    },

    /** @returns false when the same command made it before */
    async insert(
      list: PriceListRecord,
      { deadline, fate }: Pick<Command<PriceListRecord>, 'deadline' | 'fate'>,
    ): Promise<boolean> {
      const created = { type: 'pricing.price-list.created', ids: { id: list.id, seller_id: list.seller_id } }
      const document = toDocument(list, firstEvents([created], list.created_at))
      const isNew = await insertOnce(collection, document, deadline, fate)
      sink?.onEvents(list.id, document.outbox)
      return isNew
    },

    async insertMissing(lists: readonly PriceListRecord[]) {
      for (const list of lists) {
        const { _id, ...rest } = toDocument(list)
        await collection.updateOne({ _id }, { $setOnInsert: rest as never }, { upsert: true })
      }
    },
  }
}

export type PriceListStore = ReturnType<typeof createPriceListStore>
