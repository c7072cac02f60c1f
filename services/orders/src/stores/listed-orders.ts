import { batched, createShortCache, findAll, type Stored, timeLeft } from '@souk/runtime'
import { LRUCache } from 'lru-cache'
import type { Collection, Filter } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { Head } from './list-entries.ts'

export interface OfCustomer {
  customer_id: string
  seller_id: string
}

/** An order as the index shows it. */
type Row = Pick<Stored<OrderRecord>, '_id' | keyof typeof HEAD>

type Listed = Pick<Row, 'customer_id'> & Partial<Pick<Row, 'seller_id'>>

interface PageOfHeads {
  heads: Head[]
  /** The number on all pages; a large one may be up to a second old. */
  count: number
}

/** Lists with more orders are read by the page, all others at once, many customers in one query. */
const MANY = 100
/** Most lists that are known to have many. */
const MAX_KNOWN = 10_000
const NEWEST_FIRST = { customer_id: 1, seller_id: 1, created_at: -1, _id: -1 } as const
const HEAD = { customer_id: 1, seller_id: 1, created_at: 1, revision: 1, deleted_at: 1, is_draft_order: 1 } as const

/**
 * Orders that are not listed, deleted ones and drafts, have their own indexes: usually there are none, and then a page can simply
 * skip as many index entries as its offset says.
 */
const HIDDEN = {
  deleted_of_customer: { deleted_at: { $gt: '' } },
  drafts_of_customer: { is_draft_order: true },
} as const

/** The index that yields heads without reading an order; its entry changes with every revision. */
export const CUSTOMER_HEADS = 'customer_heads'
const HEADS_INDEX = { key: { ...NEWEST_FIRST, revision: 1, deleted_at: 1, is_draft_order: 1 }, name: CUSTOMER_HEADS } as const

export const LISTED_INDEXES = [
  HEADS_INDEX,
  ...Object.entries(HIDDEN).map(([name, partialFilterExpression]) => ({
    key: { customer_id: 1, seller_id: 1 } as const,
    name,
    partialFilterExpression,
  })),
]
const HEADS = { projection: HEAD, sort: NEWEST_FIRST, hint: HEADS_INDEX.name } as const

/**
 * The orders of customers as lists show them. An index holds the ids and revisions of each customer's orders, in list order, so
 * that one query serves many customers, and counts their orders.
 */
export function createListedOrders(collection: Collection<Stored<OrderRecord>>) {
  const withMany = new LRUCache<string, true>({ max: MAX_KNOWN })

  /**
   * Concurrent reads become one query. @returns undefined for lists with more than `MANY` orders, which are remembered, and for
   * those that the query did not reach
   */
  function batchedHeads<W extends Listed>(
    keyOf: (of: Listed) => string,
    filterOf: (wanted: readonly W[]) => Filter<OrderRecord>,
  ) {
    return batched(
      async (wanted: readonly W[], deadline): Promise<(Row[] | undefined)[]> => {
        const found = new Map<string, Row[]>(wanted.map((one) => [keyOf(one), []]))
        const limit = (MANY + 1) * found.size
        const rows: Row[] = await findAll(collection, { ...HEADS, filter: filterOf(wanted) as never, limit }, deadline)
        for (const row of rows) if (row.deleted_at == null && !row.is_draft_order) found.get(keyOf(row))?.push(row)
        // If the limit was reached, the last list may have more rows, and one without rows may not have been reached.
        const last = rows.length === limit ? keyOf(rows.at(-1)!) : undefined
        return wanted.map((one) => {
          const heads = found.get(keyOf(one))!
          if (heads.length > MANY) withMany.set(keyOf(one), true)
          const isComplete = last === undefined || (heads.length > 0 && keyOf(one) !== last)
          return isComplete && heads.length <= MANY ? heads : undefined
        })
      },
      { maxBatch: 50 },
    )
  }
  const headsOfCustomer = batchedHeads<OfCustomer>(keyOf, (wanted) => ({
    customer_id: { $in: [...new Set(wanted.map((one) => one.customer_id))] },
    seller_id: { $in: [...new Set(wanted.map((one) => one.seller_id))] },
  }))
  const headsOfBuyer = batchedHeads<Pick<OfCustomer, 'customer_id'>>(buyerOf, (wanted) => ({
    customer_id: { $in: [...new Set(wanted.map((one) => one.customer_id))] },
  }))

  const counts = createShortCache<number>()
  const countAll = (of: OfCustomer) =>
    counts.get(keyOf(of), (deadline) => collection.countDocuments(of, { hint: HEADS_INDEX.name, ...timeLeft(deadline) }))
  const countHidden = async (of: OfCustomer, deadline: number) => {
    const hidden = Object.entries(HIDDEN).map(([hint, which]) =>
      collection.countDocuments({ ...of, ...which }, { hint, ...timeLeft(deadline) }),
    )
    return (await Promise.all(hidden)).reduce((sum, count) => sum + count, 0)
  }

  /** A page from the index alone; undefined if the customer has orders that are not listed, since they would upset the offset. */
  async function pageOfMany(
    of: OfCustomer,
    { offset, limit }: { offset: number; limit: number },
    deadline: number,
  ): Promise<PageOfHeads | undefined> {
    const [rows, count, hidden] = await Promise.all([
      limit === 0 ? [] : findAll(collection, { ...HEADS, filter: of, skip: offset, limit }, deadline),
      countAll(of),
      countHidden(of, deadline),
    ])
    return hidden > 0 ? undefined : { heads: rows.map(({ _id, revision }) => ({ id: _id, revision })), count }
  }

  return {
    /** A page of heads, newest first; undefined if the index alone is not enough. */
    async heads(of: OfCustomer, page: { offset: number; limit: number }, deadline: number): Promise<PageOfHeads | undefined> {
      const all = withMany.has(keyOf(of)) ? undefined : await headsOfCustomer(of, deadline)
      return all ? pageOf(all, page) : pageOfMany(of, page, deadline)
    },

    /** A page of a customer's heads with all sellers, oldest first; undefined if the customer has many. */
    async headsOfBuyer(
      customer_id: string,
      page: { offset: number; limit: number },
      deadline: number,
    ): Promise<PageOfHeads | undefined> {
      const all = withMany.has(customer_id) ? undefined : await headsOfBuyer({ customer_id }, deadline)
      return all && pageOf(all.toSorted(oldestFirst), page)
    },
  }
}

const pageOf = (all: readonly Row[], { offset, limit }: { offset: number; limit: number }): PageOfHeads => ({
  heads: all.slice(offset, offset + limit).map(({ _id, revision }) => ({ id: _id, revision })),
  count: all.length,
})

const oldestFirst = (a: Row, b: Row) =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a._id < b._id ? -1 : 1

const keyOf = ({ customer_id, seller_id }: Listed) => `${customer_id}\u0000${seller_id}`
const buyerOf = ({ customer_id }: Listed) => `${customer_id}`
