import type { Order } from '@souk/contracts'
import { NOT_COUNTED, type Page, type PageOptions, readPage, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import { NOT_READ_BESIDE } from '../domain/orders/kept-beside.ts'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'
import { createKeptCounts } from './kept-counts.ts'
import type { OfCustomer } from './listed-orders.ts'

/** Fields that are not read: the history and what is kept beside an order, which have other queries or are never shown. */
export const WITHOUT_HISTORY = { changes: 0, returns: 0, exchanges: 0, claims: 0, ...NOT_READ_BESIDE } as const
const { order_set: _, ...WITHOUT_HISTORY_BUT_SET } = WITHOUT_HISTORY
/** The same with the sets of orders. */
export const WITH_SET = { ...WITHOUT_INTERNALS, ...WITHOUT_HISTORY_BUT_SET } as const

export type OrderPageQuery = Pick<PageOptions, 'query' | 'deadline'> & {
  /** Undefined: all fields. */
  projection: Readonly<Record<string, 1>> | undefined
  /** Whether the order's set is read as well, if all fields are. */
  withSet?: boolean
  /** Whether the order's returns are read as well, if all fields are. */
  withReturns?: boolean
}

/** The origin of an order's credit: few orders have any. */
const CREDIT = 'credit_lines.reference_id'

/** Orders partly paid with a gift card. The first condition is there for the index. */
const paidWith = (gift_card_id: string): Document => ({
  [CREDIT]: gift_card_id,
  credit_lines: { $elemMatch: { reference: 'gift-card', reference_id: gift_card_id } },
})

const NEWEST = { created_at: -1, _id: -1 } as const
/** Drafts are few among the orders of a region or a sales channel, so they have their own indexes. */
const DRAFT_KEYS: readonly (readonly [string, Record<string, 1 | -1>])[] = [
  ['updated_at', { updated_at: -1, _id: -1 }],
  ['display_id', { display_id: -1 }],
  ['id', { is_draft_order: 1, deleted_at: 1, _id: 1 }],
  ['region_id', { region_id: 1, ...NEWEST }],
  ['sales_channel_id', { sales_channel_id: 1, ...NEWEST }],
]

/**
 * The fields by which the list of all orders is sorted, filtered and searched, so that no order is read that is not shown.
 * `newest` serves pages without a filter, and their counts; a customer's pages use the heads of its orders.
 */
export const LIST_INDEXES = [
  { key: { is_draft_order: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest' },
  { key: { updated_at: -1, _id: -1 }, name: 'by_updated_at' },
  { key: { seller_id: 1, is_draft_order: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest_of_seller' },
  { key: { seller_id: 1, is_draft_order: 1, deleted_at: 1, updated_at: -1, _id: -1 }, name: 'of_seller_by_updated_at' },
  { key: { seller_id: 1, is_draft_order: 1, deleted_at: 1, display_id: -1 }, name: 'of_seller_by_display_id' },
  { key: { seller_id: 1, is_draft_order: 1, deleted_at: 1, _id: 1 }, name: 'of_seller_by_id' },
  { key: { customer_id: 1, is_draft_order: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest_of_customer' },
  { key: { customer_id: 1, is_draft_order: 1, deleted_at: 1, _id: 1 }, name: 'of_customer_by_id' },
  { key: { customer_id: 1, is_draft_order: 1, deleted_at: 1, display_id: -1 }, name: 'of_customer_by_display_id' },
  { key: { 'changes.id': 1 }, name: 'of_change', sparse: true },
  { key: { search_words: 1, created_at: -1, _id: -1 }, name: 'words' },
  {
    key: { [CREDIT]: 1, created_at: -1, _id: -1 },
    name: 'by_credit',
    partialFilterExpression: { [CREDIT]: { $exists: true } },
  },
  ...(['status', 'region_id', 'sales_channel_id', 'total'] as const).map((field) => ({
    key: { [field]: 1, created_at: -1, _id: -1 } as Record<string, 1 | -1>,
    name: `by_${field}`,
  })),
  ...DRAFT_KEYS.map(([field, key]) => ({ key, name: `drafts_by_${field}`, partialFilterExpression: { is_draft_order: true } })),
] as const

/** Pages of orders that are not deleted, as they are stored. */
export function createOrderPages(collection: Collection<Stored<OrderRecord>>) {
  const counts = createKeptCounts()

  function pageWithin(within: Document, asked: OrderPageQuery): Promise<Page<Stored<OrderRecord>>> {
    const { query, projection, withSet, withReturns, deadline } = asked
    const { returns, ...rest } = withSet ? WITH_SET : { ...WITHOUT_INTERNALS, ...WITHOUT_HISTORY }
    const all = withReturns ? rest : { ...rest, returns }
    const fields = projection ? ofWholeTexts(projection) : all
    const countAll = () =>
      counts.get(JSON.stringify(within), (by) => collection.countDocuments({ ...within, deleted_at: null }, timeLeft(by)))
    return readPage(collection, { within, query, projection: fields, unique: ['display_id'], countAll, deadline })
  }

  return {
    /** A page of all orders except drafts. */
    page: (query: OrderPageQuery) => pageWithin({ is_draft_order: false }, query),

    /** A page of orders except drafts, for a file. It is not counted, since a file takes many pages. */
    pageForFile: ({ query, deadline }: Pick<OrderPageQuery, 'query' | 'deadline'>): Promise<Page<Stored<OrderRecord>>> =>
      readPage(collection, {
        within: { is_draft_order: false },
        query,
        projection: { ...WITHOUT_INTERNALS, ...WITHOUT_HISTORY },
        unique: ['display_id'],
        deadline,
        ...NOT_COUNTED,
      }),

    /** A page of all drafts. */
    pageOfDrafts: (query: OrderPageQuery) => pageWithin({ is_draft_order: true }, query),

    /** A page of a customer's orders with a seller, except drafts. */
    pageOfCustomer: ({ customer_id, seller_id, ...query }: OfCustomer & OrderPageQuery) =>
      pageWithin({ customer_id, seller_id, is_draft_order: false }, query),

    /** A page of a customer's orders, except drafts. */
    pageOfBuyer: ({ customer_id, ...query }: Pick<OfCustomer, 'customer_id'> & OrderPageQuery) =>
      pageWithin({ customer_id, is_draft_order: false }, query),

    /** A page of a seller's orders, except drafts. */
    pageOfSeller: ({ seller_id, ...query }: Pick<OfCustomer, 'seller_id'> & OrderPageQuery) =>
      pageWithin({ seller_id, is_draft_order: false }, query),

    /** A page of the orders partly paid with a gift card. */
    pagePaidWith: (gift_card_id: string, query: OrderPageQuery) => pageWithin(paidWith(gift_card_id), query),
  }
}

/** An order of a page, of which perhaps only the requested fields are known. */
export const listedOrder = ({ _id, ...order }: Document) => ({ id: _id, ...withLines(order) }) as unknown as Order

/**
 * Snapshots are stored as one text, so they are read as a whole; parts that lack the version of their order get it from the
 * order.
 */
export const ofWholeTexts = (projection: Readonly<Record<string, 1>>) => ({
  ...Object.fromEntries(
    Object.keys(projection).map((path) => [/^items\.(?:product|variant)(?=\.)/.exec(path)?.[0] ?? path, 1 as const]),
  ),
  version: 1 as const,
})
