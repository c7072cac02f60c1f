import { groupBy, type ListQuery, type OrderSetOfOrder } from '@souk/contracts'
import { findAll, fromDocument, type Page, readPage, type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import { type KeptOrderSet, orderOfSet, orderSetOf } from '../domain/orders/order-set.ts'
import { inOrdersOf, namesSellers, orderIdsIn } from '../domain/orders/set-filter.ts'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'
import { orderNotFound } from './order-commands.ts'
import { WITH_SET } from './order-pages.ts'
import { pageOfSetsWith } from './sets-of-sellers.ts'

const SET = 'order_set.id'
const PLACE = 'order_set.place'
export const ORDER_SET_INDEXES = [
  { key: { [SET]: 1, [PLACE]: 1 } as Record<string, 1>, name: 'of_order_set', sparse: true },
  // For pages of all sets, and their counts. A customer's sets are read through the customer's orders.
  {
    key: { is_draft_order: 1, deleted_at: 1, [PLACE]: 1, created_at: -1, _id: -1 } as Record<string, 1 | -1>,
    name: 'newest_sets',
  },
]

/** The orders by which sets are listed: the first order of each set, and those that are a set on their own. */
const FIRST = { [PLACE]: { $in: [null, 0] } }
const FACTS = { display_id: 1, created_at: 1, order_set: 1 } as const

/** An order of a set. */
export interface OrderInSet {
  state: Omit<OrderRecord, 'changes' | 'returns' | 'exchanges' | 'claims'>
  revision: number
}

/** The sets that orders form, each with its orders in the order of placement. Deleted orders count as unknown. */
export function createOrderSets(collection: Collection<Stored<OrderRecord>>) {
  /** Sets among the orders that match `within`. */
  function setsWithin(within: Document) {
    const found = (of: Document, projection: Document, deadline: number) => {
      const filter = { ...of, ...within, deleted_at: null } as object
      return findAll(collection, { filter, projection, sort: { [SET]: 1, [PLACE]: 1 } }, deadline)
    }
    async function list(of: Document, deadline: number): Promise<OrderInSet[]> {
      const orders = await found(of, WITH_SET, deadline)
      return orders.map((order) => ({ state: withLines(fromDocument<OrderRecord>(order)), revision: order.revision }))
    }

    /** Maps the ids of these orders to those of the orders of their sets that match `which`. */
    async function mapToSets(order_ids: readonly string[], which: Document, deadline: number): Promise<Map<string, string[]>> {
      const orders = await found({ _id: { $in: [...order_ids] } }, FACTS, deadline)
      const set_ids = orders.flatMap(({ order_set }) => order_set?.id ?? [])
      const members = set_ids.length > 0 ? await found({ [SET]: { $in: set_ids }, ...which }, FACTS, deadline) : []
      const ofSet = groupBy(members, ({ order_set }) => order_set!.id)
      const idsOf = (set_id: string) => (ofSet.get(set_id) ?? []).map(({ _id }) => _id)
      return new Map(orders.map(({ _id, order_set }) => [_id, order_set ? idsOf(order_set.id) : [_id]]))
    }

    return {
      /** The orders of a set; empty if there is no such set. */
      async listOrders(id: string, deadline: number): Promise<OrderInSet[]> {
        const kept = await list({ [SET]: id }, deadline)
        const alone = orderOfSet(id)
        return kept.length > 0 || alone === undefined ? kept : list({ _id: alone, order_set: null }, deadline)
      },

      /** Of sets with these ids, those that also have orders which are not `within`. */
      async findShared(set_ids: readonly string[], deadline: number): Promise<string[]> {
        if (set_ids.length === 0) return []
        const filter = { [SET]: { $in: set_ids }, $nor: [within] } as object
        const others = await findAll(collection, { filter, projection: { order_set: 1 } }, deadline)
        return others.map(({ order_set }) => order_set!.id)
      },

      /** The orders of the set of the order at this place, without that one. */
      async listOthers({ id, place }: Pick<KeptOrderSet, 'id' | 'place'>, deadline: number): Promise<OrderInSet['state'][]> {
        return (await list({ [SET]: id, [PLACE]: { $ne: place } }, deadline)).map(({ state }) => state)
      },

      /**
       * A page of sets, each by its first order; a filter by `order_id` finds the sets of these orders. With one by `seller_id`,
       * each by one order of these sellers.
       */
      async pageOfOne(query: ListQuery, deadline: number): Promise<Page<Stored<OrderRecord>>> {
        const isOfSellers = namesSellers(query.filter)
        const which = isOfSellers ? {} : { [PLACE]: 0 }
        const order_ids = orderIdsIn(query.filter)
        const named = order_ids.length > 0 ? await mapToSets(order_ids, which, deadline) : undefined
        const filter = named ? inOrdersOf(query.filter, (id) => named.get(id) ?? []) : query.filter
        const asked = { ...query, filter }
        if (isOfSellers) return pageOfSetsWith(collection, { within, query: asked, facts: FACTS, deadline })
        return readPage(collection, {
          within: { ...within, ...FIRST },
          query: asked,
          projection: FACTS,
          unique: ['display_id'],
          deadline,
        })
      },

      /** For each order of such a page, the orders of its set. */
      async listOrdersOfEach(page: readonly Stored<OrderRecord>[], deadline: number): Promise<OrderInSet[][]> {
        const kept = page.flatMap(({ order_set }) => order_set?.id ?? [])
        const single = page.flatMap(({ _id, order_set }) => (order_set ? [] : _id))
        const orders = await Promise.all([
          kept.length > 0 ? list({ [SET]: { $in: kept } }, deadline) : [],
          single.length > 0 ? list({ _id: { $in: single } }, deadline) : [],
        ])
        const sets = groupBy(orders.flat(), ({ state }) => orderSetOf(state).id)
        return page.flatMap((order) => [sets.get(orderSetOf({ ...order, id: order._id }).id) ?? []])
      },
    }
  }

  return {
    within: setsWithin,

    /** The set of an order. @throws not_found */
    async getSetOf(id: string, deadline: number): Promise<OrderSetOfOrder> {
      const order = await collection.findOne({ _id: id, deleted_at: null }, { projection: FACTS, ...timeLeft(deadline) })
      if (!order) throw orderNotFound(id)
      return orderSetOf({ ...order, id })
    },
  }
}

export type OrderSets = ReturnType<ReturnType<typeof createOrderSets>['within']>
