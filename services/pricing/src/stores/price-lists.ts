import {
  type DomainEvent,
  listAdminPriceLists,
  type OperationError,
  priceListCreated,
  priceListDeleted,
  priceListUpdated,
  searchOf,
} from '@souk/contracts'
import {
  type Command,
  changeRecord,
  createAggregates,
  createInserter,
  createReader,
  type EventRelay,
  fieldIndexes,
  findAll,
  firstEvents,
  fromDocument,
  type NextRecord,
  type Page,
  type PageOptions,
  type RecordCommand,
  readPage,
  type Stored,
  searchWords,
  toDocument,
  WAITING_EVENTS,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Filter, IndexDescription } from 'mongodb'
import type { PriceListRecord } from '../domain/price-lists/price-list.ts'

const searched = searchOf(listAdminPriceLists)

/** A list in price selection: the fields that decide whether and how its prices apply. */
export type PriceListTerms = Pick<PriceListRecord, 'id' | 'status' | 'type' | 'starts_at' | 'ends_at' | 'rules' | 'deleted_at'>

/** The lists that a caller sees: those of one seller, or all of them. */
export type ListOwner = { seller_id: string } | 'anybody'

const TERMS = { status: 1, type: 1, starts_at: 1, ends_at: 1, rules: 1, deleted_at: 1 } as const

interface ListsPage extends Pick<PageOptions, 'query' | 'projection' | 'deadline'> {
  owner: ListOwner
}

interface Changing {
  owner: ListOwner
  /** The refusal if there is no such list, or none that the caller may see. */
  missing: () => OperationError
}

const SORTED = ['created_at', 'updated_at', 'title', 'status', 'starts_at', 'ends_at'] as const
/**
 * Each has a field that the lists of a seller are sorted by or searched in, or that all lists are also filtered by; other filters
 * scan that seller's lists.
 */
const LIST_INDEXES: IndexDescription[] = [
  ...SORTED.map((field) => ({
    key: { seller_id: 1, [field]: -1, _id: -1 },
    name: field === 'created_at' ? 'of_seller' : `of_seller_by_${field}`,
  })),
  { key: { seller_id: 1, _id: 1 }, name: 'of_seller_by_id' },
  { key: { seller_id: 1, search_words: 1 }, name: 'words' },
  ...fieldIndexes([...SORTED, 'type']),
  { key: { search_words: 1 }, name: 'words_of_all' },
  { key: { prices_left: 1 }, name: 'prices_left', partialFilterExpression: { prices_left: true } },
]

/** Price lists without their prices, which are documents of their own. */
export function createPriceListStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<PriceListRecord>>('price_lists')
  const insertOnce = createInserter(collection)
  const ofSeller = createReader(collection, { tenant: 'seller_id', projection: WITHOUT_INTERNALS })
  const ofAnybody = createReader(collection, { projection: WITHOUT_INTERNALS })
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<PriceListRecord>(collection, { ...sink, searched })

  const seen = (owner: ListOwner) => (list: PriceListRecord) =>
    list.deleted_at === null && (owner === 'anybody' || list.seller_id === owner.seller_id)
  const neverTaken = (error: unknown) => error as OperationError // no value of a list is unique

  async function change(
    id: string,
    { owner, missing }: Changing,
    { next, event, ...command }: RecordCommand & { next: NextRecord<PriceListRecord>; event: DomainEvent },
  ): Promise<FoundList> {
    const events = () => [event]
    const rules = { next, events, missing, visible: seen(owner), taken: neverTaken }
    const { record, revision } = await changeRecord(aggregates, id, { ...command, ...rules })
    return { list: record, revision }
  }

  return {
    async ensureIndexes() {
      await collection.createIndexes([...LIST_INDEXES, WAITING_EVENTS])
    },

    /** A living list that the caller may see; undefined for foreign, unknown and deleted ones alike. */
    async find(id: string, owner: ListOwner, deadline: number): Promise<FoundList | undefined> {
      const document =
        owner === 'anybody'
          ? await ofAnybody.find({ id, deadline })
          : await ofSeller.find({ id, tenant: owner.seller_id, deadline })
      if (document?.deleted_at !== null) return undefined
      return { list: fromDocument<PriceListRecord>(document), revision: document.revision }
    },

    /** The active ones among these lists. */
    async listActive(ids: readonly string[], deadline: number): Promise<PriceListTerms[]> {
      if (ids.length === 0) return []
      const filter = { _id: { $in: [...ids] }, status: 'active', deleted_at: null } as const
      const documents = await findAll(collection, { filter, projection: TERMS }, deadline)
      return documents.map((document) => fromDocument<PriceListRecord>(document))
    },

    /** A page of the lists that the caller may see. */
    async page({ owner, query, projection = WITHOUT_INTERNALS, deadline }: ListsPage): Promise<Page<Stored<PriceListRecord>>> {
      return readPage(collection, { within: owner === 'anybody' ? {} : owner, query, projection, deadline })
    },

    /**
     * The ids of lists that may have prices, including those whose prices are still to be removed, in order, after a given id.
     */
    async listIds({ after, limit }: { after: string; limit: number }): Promise<string[]> {
      const filter = { _id: { $gt: after }, $or: [{ deleted_at: null }, { prices_left: true as const }] }
      const page = collection.find(filter as Filter<Stored<PriceListRecord>>, { projection: { _id: 1 }, sort: { _id: 1 }, limit })
      return (await page.toArray()).map(({ _id }) => _id)
    },

    /** @returns false if the same command already created it */
    async insert(
      list: PriceListRecord,
      { deadline, fate }: Pick<Command<PriceListRecord>, 'deadline' | 'fate'>,
    ): Promise<boolean> {
      const created = priceListCreated({ id: list.id, seller_id: list.seller_id ?? '' })
      const words = { search_words: searchWords(list, searched) }
      const document = toDocument(list, { ...firstEvents([created], list.created_at), ...words })
      const isNew = await insertOnce(document, deadline, fate)
      sink?.onEvents(list.id, document.outbox)
      return isNew
    },

    /** Changes the list to what `next` returns. @throws the refusal of `missing`; revision_mismatch; the refusals of `next` */
    update: (
      id: string,
      changing: Changing,
      command: RecordCommand & { next: NextRecord<PriceListRecord> },
    ): Promise<FoundList> => change(id, changing, { ...command, event: priceListUpdated({ id }) }),

    /** Afterwards its prices no longer apply. @throws the refusal of `missing`; revision_mismatch */
    remove(id: string, changing: Changing, command: RecordCommand): Promise<FoundList> {
      const next: NextRecord<PriceListRecord> = (list, { now }) => ({ ...list, deleted_at: now, prices_left: true })
      return change(id, changing, { ...command, next, event: priceListDeleted({ id }) })
    },

    /** Deleted lists whose prices are still to be removed. */
    async listLeft(limit: number): Promise<{ id: string; deleted_at: string }[]> {
      const found = await collection.find({ prices_left: true }, { projection: { deleted_at: 1 }, limit }).toArray()
      return found.map(({ _id, deleted_at }) => ({ id: _id, deleted_at: deleted_at! }))
    },

    /** To be called once a deleted list has no prices left, and none can be added any more. */
    async markEmpty(id: string): Promise<void> {
      await collection.updateOne({ _id: id, prices_left: true } as Filter<Stored<PriceListRecord>>, {
        $unset: { prices_left: '' },
      })
    },
  }
}

export interface FoundList {
  list: PriceListRecord
  revision: number
}

export type PriceListStore = ReturnType<typeof createPriceListStore>
