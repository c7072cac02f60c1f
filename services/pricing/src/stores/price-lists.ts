import { listDeclarationOf, listPriceLists, priceListCreated } from '@souk/contracts'
import {
  type Command,
  createReader,
  firstEvents,
  fromDocument,
  insertOnce,
  type Outbox,
  type Page,
  type PageOptions,
  readPage,
  type Stored,
  searchWords,
  timeLeft,
  toDocument,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, IndexDescription } from 'mongodb'
import type { PriceListRecord } from '../domain/price-lists/price-list.ts'

/** A list in the price selection: what decides whether and how its prices count. */
export type PriceListTerms = Pick<PriceListRecord, 'id' | 'status' | 'type' | 'starts_at' | 'ends_at' | 'rules' | 'deleted_at'>

const TERMS = { status: 1, type: 1, starts_at: 1, ends_at: 1, rules: 1, deleted_at: 1 } as const

interface PageOf extends Pick<PageOptions, 'query' | 'projection' | 'deadline'> {
  seller_id: string
}

/** Each of these carries what the list of a seller is ordered by, or searched in; other filters look at that seller's lists alone. */
const LIST_INDEXES: IndexDescription[] = [
  ...(['created_at', 'updated_at', 'title', 'status', 'starts_at', 'ends_at'] as const).map((field) => ({
    key: { seller_id: 1, [field]: -1, _id: -1 },
    name: field === 'created_at' ? 'of_seller' : `of_seller_by_${field}`,
  })),
  { key: { seller_id: 1, _id: 1 }, name: 'of_seller_by_id' },
  { key: { seller_id: 1, search_words: 1 }, name: 'words' },
]

/** Price lists without their prices: those are documents of their own. */
export function createPriceListStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<PriceListRecord>>('price_lists')
  const reader = createReader(collection, { tenant: 'seller_id', projection: WITHOUT_INTERNALS })
  const sink = outbox?.relay(collection)

  return {
    async ensureIndexes() {
      await collection.createIndexes(LIST_INDEXES)
    },

    /** A living list of this seller; undefined for foreign, unknown and deleted ones alike. */
    async find(
      id: string,
      seller_id: string,
      deadline: number,
    ): Promise<{ list: PriceListRecord; revision: number } | undefined> {
      const document = await reader.find({ id, tenant: seller_id, deadline })
      if (document?.deleted_at !== null) return undefined
      return { list: fromDocument<PriceListRecord>(document), revision: document.revision }
    },

    /** The active ones among these lists. */
    async listActive(ids: readonly string[], deadline: number): Promise<PriceListTerms[]> {
      if (ids.length === 0) return []
      const filter = { _id: { $in: [...ids] }, status: 'active', deleted_at: null } as const
      const documents = await collection.find(filter, { projection: TERMS, ...timeLeft(deadline) }).toArray()
      return documents.map((document) => fromDocument<PriceListRecord>(document))
    },

    /** A page of the seller's lists. */
    async listOf({ seller_id, query, projection = WITHOUT_INTERNALS, deadline }: PageOf): Promise<Page<Stored<PriceListRecord>>> {
      return readPage(collection, { within: { seller_id }, query, projection, deadline })
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
      const created = priceListCreated({ id: list.id, seller_id: list.seller_id })
      const document = toDocument(list, { ...firstEvents([created], list.created_at), search_words: wordsOf(list) })
      const isNew = await insertOnce(collection, document, deadline, fate)
      sink?.onEvents(list.id, document.outbox)
      return isNew
    },
  }
}

const wordsOf = (list: PriceListRecord) => searchWords(list, listDeclarationOf(listPriceLists).q)

export type PriceListStore = ReturnType<typeof createPriceListStore>
