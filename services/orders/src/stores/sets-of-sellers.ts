import type { ListQuery } from '@souk/contracts'
import { conditionsOf, only, type Page, type Stored, sortOf, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

const SET = '$order_set.id'
const NUMBER = '$order_set.display_id'

interface Found {
  orders?: Stored<OrderRecord>[]
  counted: { count: number }[]
}

/**
 * A page of the sets of which at least one order meets the conditions, each shown by one such order: a set has an order of each
 * of its sellers, any of which may be the first. Orders of a set share its facts.
 * @param within a condition on those orders
 * @param facts the projection of an order to the facts of its set
 */
export async function pageOfSetsWith(
  collection: Collection<Stored<OrderRecord>>,
  { within, query, facts, deadline }: { within: Document; query: ListQuery; facts: Document; deadline: number },
): Promise<Page<Stored<OrderRecord>>> {
  const sets = [
    { $match: { ...within, ...conditionsOf(query) } },
    { $project: facts },
    { $group: { _id: { $ifNull: [SET, '$_id'] }, order: { $min: '$$ROOT' } } },
  ]
  const page = [
    { $replaceWith: { $mergeObjects: ['$order', { display_id: { $ifNull: [NUMBER, '$order.display_id'] } }] } },
    { $sort: sortOf(query.order, {}, ['display_id']) },
    { $skip: query.offset },
    { $limit: query.limit },
  ]
  const orders = query.limit === 0 ? {} : { orders: page }
  const stages = [...sets, { $facet: { ...orders, counted: [{ $count: 'count' }] } }] // the orders are read once for both
  const [found] = await collection.aggregate<Found>(stages, timeLeft(deadline)).toArray()
  return { batches: only(found?.orders ?? []), count: found?.counted[0]?.count ?? 0 }
}
