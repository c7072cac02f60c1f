import type { ListQuery } from '@souk/contracts'
import { conditionsOf, type Page, type Stored, sortOf, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

const SET = '$order_set.id'
const NUMBER = '$order_set.display_id'

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
  const read = <D extends Document>(stages: Document[]) => collection.aggregate<D>(stages, timeLeft(deadline)).toArray()
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
  const [orders, [counted]] = await Promise.all([
    query.limit === 0 ? [] : read<Stored<OrderRecord>>([...sets, ...page]),
    read<{ count: number }>([...sets, { $count: 'count' }]),
  ])
  return { batches: onceOf(orders), count: counted?.count ?? 0 }
}

async function* onceOf<Batch>(batch: Batch): AsyncGenerator<Batch> {
  yield batch
}
