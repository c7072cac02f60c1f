import { asksForAll, type JsonText, OLDEST_FIRST, type OrderListEntry, projectionOf, type Selection } from '@souk/contracts'
import type { Page, Stored } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { createListEntries, type Entry, type Head, type ListShape } from './list-entries.ts'
import type { createListedOrders, OfCustomer } from './listed-orders.ts'
import { type createOrderPages, listedOrder, type OrderPageQuery } from './order-pages.ts'

interface ListedQuery extends OfCustomer {
  offset: number
  limit: number
  selection: Selection
  deadline: number
}

interface AllQuery extends Pick<OrderPageQuery, 'query' | 'deadline'> {
  selection: Selection
  shapeOf(): ListShape
}

interface BoughtQuery extends AllQuery, Pick<OfCustomer, 'customer_id'> {}

const HEAD = { projection: { revision: 1 } } as const

/** Pages of orders whose entries are cached JSON: see `createListEntries`. */
export function createJsonPages(
  collection: Collection<Stored<OrderRecord>>,
  listed: ReturnType<typeof createListedOrders>,
  pages: ReturnType<typeof createOrderPages>,
) {
  const entriesFor = createListEntries(collection)
  const adminEntriesFor = createListEntries(collection) // so that a crawl does not evict what customers read

  async function headsOf({ batches, count }: Page<Stored<OrderRecord>>) {
    const heads: Head[] = []
    for await (const batch of batches) for (const { _id, revision } of batch) heads.push({ id: _id, revision })
    return { heads, count }
  }

  /** Orders that were transferred to another customer meanwhile have no entry. @returns undefined if one of them is long */
  async function entriesOfCustomer(
    heads: readonly Head[],
    { customer_id, selection, shapeOf, deadline }: Omit<BoughtQuery, 'query'>,
  ): Promise<JsonText[] | undefined> {
    const entries = await entriesFor(selection, shapeOf)(heads, deadline)
    return entries?.flatMap((entry) => (entry?.customer_id === customer_id ? entry.json : []))
  }

  return {
    /** A page as a list shows it by default, its entries as JSON; undefined if it must be read another way. */
    async pageOfCustomerAsJson({ customer_id, seller_id, offset, limit, selection, deadline }: ListedQuery) {
      const page = await listed.heads({ customer_id, seller_id }, { offset, limit }, deadline)
      if (!page) return undefined
      const shapeOf = () => ({ projection: projectionOf(selection) ?? {}, show: listedOrder })
      const orders = await entriesOfCustomer(page.heads, { customer_id, selection, shapeOf, deadline })
      return orders && { orders: orders as unknown as OrderListEntry[], count: page.count }
    },

    /** The same of a customer's orders with all sellers, except drafts; undefined if one of them is long. */
    async pageOfBuyerAsJson({ customer_id, query, selection, shapeOf, deadline }: BoughtQuery) {
      const known = asksForAll(query, OLDEST_FIRST) ? await listed.headsOfBuyer(customer_id, query, deadline) : undefined
      const readHeads = async () => headsOf(await pages.pageOfBuyer({ customer_id, query, deadline, ...HEAD }))
      const { heads, count } = known ?? (await readHeads())
      const orders = await entriesOfCustomer(heads, { customer_id, selection, shapeOf, deadline })
      return orders && { orders, count }
    },

    /** A page of all orders except drafts, as entries; undefined if one is long, or was changed since it was found. */
    async pageOfAllAsJson({ query, selection, shapeOf, deadline }: AllQuery) {
      const { heads, count } = await headsOf(await pages.page({ query, deadline, ...HEAD }))
      const found = await adminEntriesFor(selection, shapeOf)(heads, deadline)
      const areAsFound = found?.every((entry, n) => entry?.revision === heads[n]!.revision)
      return areAsFound ? { entries: found as Entry[], count } : undefined
    },
  }
}
