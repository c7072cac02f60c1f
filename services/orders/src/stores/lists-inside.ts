import { type ListQuery, OLDEST_FIRST, type SortKey } from '@souk/contracts'
import { conditionsOf, type Stored, sortOf, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import { comparisonsIn } from '../domain/lists/comparisons-in.ts'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'

/** Records that are stored inside orders, and listed across all of them. */
export type Inside = 'returns' | 'exchanges' | 'claims'

const KINDS: readonly Inside[] = ['returns', 'exchanges', 'claims']

/** Indexes of the orders that have such records, and of those with changes of such records; they contain no other orders. */
export const INSIDE_INDEXES = [
  ...KINDS.map((kind) => ({
    key: { [`${kind}.id`]: 1 } as Record<string, 1>,
    name: `with_${kind}`,
    partialFilterExpression: { [`${kind}.id`]: { $exists: true } },
  })),
  ...(['seller', 'customer'] as const).map((owner) => ({
    key: { [`${owner}_id`]: 1, 'returns.id': 1 } as Record<string, 1>,
    name: `of_${owner}_with_returns`,
    partialFilterExpression: { 'returns.id': { $exists: true } },
  })),
  ...(['return', 'claim', 'exchange'] as const).map((kind) => ({
    key: { [`changes.${kind}_id`]: 1 } as Record<string, 1>,
    name: `changed_by_${kind}`,
    partialFilterExpression: { [`changes.${kind}_id`]: { $gt: '' } },
  })),
]

/** A record with the returns of its order. */
interface FoundInside<Kind extends Inside> {
  record: OrderRecord[Kind][number]
  returns: OrderRecord['returns']
}

/** The location of a record of a page. */
interface Place {
  order_id: string
  id: string
}

/**
 * Pages of records that are stored inside orders, with the query grammar of all lists. If the query names orders, they are found
 * by their ids. `within` limits the orders. One pass over the matching records finds the page and the count; only the orders of
 * the page are read.
 */
export function createListsInside(collection: Collection<Stored<OrderRecord>>) {
  async function places(kind: Inside, query: ListQuery, deadline: number, within: Document) {
    const paths = pathsOf(kind, query)
    const { $and = [], ...living } = conditionsOf(query, paths) as Document
    const ofOrders = namedOrders(query)
    const page: Document[] = [
      { $sort: sortOf(orderOf(query), paths) },
      { $skip: query.offset },
      { $limit: query.limit },
      { $project: { _id: 0, order_id: '$_id', id: `$${kind}.id` } },
    ]
    const counted: Document[] = [{ $count: 'count' }]
    const pipeline: Document[] = [
      { $match: { [`${kind}.id`]: { $exists: true }, ...(ofOrders && { _id: { $in: ofOrders } }), ...living, ...within } },
      { $project: Object.fromEntries(Object.values(paths).map((path) => [path, 1])) },
      { $unwind: `$${kind}` },
      ...($and.length > 0 ? [{ $match: { $and } }] : []),
      ...(query.limit === 0 ? counted : [{ $facet: { page, counted } }, { $set: { count: { $first: '$counted.count' } } }]),
    ]
    const found = await collection.aggregate<{ page?: Place[]; count?: number }>(pipeline, timeLeft(deadline)).toArray()
    return { page: found[0]?.page ?? [], count: found[0]?.count ?? 0 }
  }

  async function ordersOf(kind: Inside, page: readonly Place[], deadline: number) {
    if (page.length === 0) return new Map<string, Holder>()
    const _id = { $in: [...new Set(page.map(({ order_id }) => order_id))] }
    const options = { projection: { [kind]: 1, returns: 1 }, ...timeLeft(deadline) }
    const orders = await collection.find<Holder>({ _id } as object, options).toArray()
    return new Map(orders.map((order) => [order._id, withLines(order)]))
  }

  return async function list<Kind extends Inside>(
    kind: Kind,
    query: ListQuery,
    deadline: number,
    within: Document = {},
  ): Promise<{ found: FoundInside<Kind>[]; count: number; offset: number; limit: number }> {
    const { page, count } = await places(kind, query, deadline, within)
    const orders = await ordersOf(kind, page, deadline)
    const found = page.flatMap(({ order_id, id }) => {
      const order = orders.get(order_id)
      const record = (order?.[kind] as FoundInside<Kind>['record'][] | undefined)?.find((one) => one.id === id)
      return order && record ? { record, returns: order.returns ?? [] } : [] // gone in the meantime
    })
    return { found, count, offset: query.offset, limit: query.limit }
  }
}

/** As much of an order as a page needs. */
type Holder = Pick<OrderRecord, 'exchanges' | 'claims'> & { _id: string; returns?: OrderRecord['returns'] }

/** Records that are otherwise equal are sorted by their own ids, since an order may hold several. */
const orderOf = ({ order = OLDEST_FIRST }: ListQuery): SortKey[] => [
  ...order,
  { field: 'id', direction: order.at(-1)!.direction },
]

/** The path of each field that the query names. */
function pathsOf(kind: Inside, query: ListQuery): Record<string, string> {
  const fields = [...comparisonsIn(query.filter), ...orderOf(query)].map(({ field }) => field)
  return Object.fromEntries(fields.map((field) => [field, `${kind}.${field}`]))
}

/** The ids of the orders, if the query names them. */
function namedOrders({ filter }: ListQuery): readonly string[] | undefined {
  const named = filter.find((term) => !('any' in term) && term.field === 'order_id' && term.operator === 'in')
  return named && 'value' in named ? (named.value as readonly string[]) : undefined
}

export type ListsInside = ReturnType<typeof createListsInside>
