import { type ListQuery, OLDEST_FIRST } from '@souk/contracts'
import { conditionsOf, type Stored, sortOf, timeLeft } from '@souk/runtime'
import type { Collection, Document, IndexDescription } from 'mongodb'
import { type FoundPayment, paymentOf } from '../domain/orders/payment-of.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

const PAYMENTS = 'payment_collections.payments'
const ID = `${PAYMENTS}.id`
const FIELDS = ['payment_session_id', 'created_at', 'updated_at'] as const
/** The paths, in an order's document, of the fields by which payments are listed. */
const PATHS = Object.fromEntries(['id', ...FIELDS].map((field) => [field, `${PAYMENTS}.${field}`]))
const WITH_PAYMENTS = { deleted_at: null, [ID]: { $exists: true } }
/** Orders with several payments, or with several collections, and deleted ones. */
const UNLIKE_OTHERS = {
  [ID]: { $gt: '' },
  $or: [{ [`${PAYMENTS}.1.id`]: { $gt: '' } }, { 'payment_collections.1.id': { $gt: '' } }, { deleted_at: { $gt: '' } }],
}
const ALL_OF_ORDER = { $sum: { $map: { input: '$payment_collections', in: { $size: '$$this.payments' } } } }

/**
 * Complements `of_payment`, which sorts payments by id, and counts them. All are sparse: a collection without payments has no key
 * there, which would otherwise be the order's first.
 */
export const PAYMENT_LIST_INDEXES: IndexDescription[] = [
  ...FIELDS.map((field) => ({
    key: { [`${PAYMENTS}.${field}`]: 1, [ID]: 1 } as Record<string, 1>,
    name: `payments_by_${field}`,
    sparse: true,
  })),
  { key: { _id: 1, deleted_at: 1 }, name: 'unlike_one_payment', partialFilterExpression: UNLIKE_OTHERS },
]

/** The location of a payment of a page. */
interface Place {
  order_id: string
  id: string
}

/** Pages of the payments of all orders. Payments that are otherwise equal are sorted by id. */
export function createPaymentPages(collection: Collection<Stored<OrderRecord>>) {
  const read = <D extends Document>(stages: Document[], deadline: number, hint?: string) =>
    collection.aggregate<D>(stages, { ...timeLeft(deadline), ...(hint && { hint }) }).toArray()

  async function ordersOf(places: readonly Place[], deadline: number) {
    const _id = { $in: [...new Set(places.map(({ order_id }) => order_id))] }
    const options = { projection: { payment_collections: 1 }, ...timeLeft(deadline) }
    const orders = await collection.find({ _id } as object, options).toArray()
    return new Map(orders.map((order) => [order._id, order]))
  }

  async function pageOf(query: ListQuery, deadline: number): Promise<FoundPayment[]> {
    if (query.limit === 0) return []
    const places = await read<Place>(stagesOf(query), deadline, indexOf(query))
    const orders = await ordersOf(places, deadline)
    return places.flatMap(({ order_id, id }) => {
      const order = orders.get(order_id)
      return order ? paymentOf(order, id) : []
    })
  }

  async function countOf(query: ListQuery, deadline: number): Promise<number> {
    if (query.filter.length > 0) {
      const [counted] = await read<{ count: number }>([...matching(query), { $count: 'count' }], deadline)
      return counted?.count ?? 0
    }
    const ofOne = { $sum: { $cond: [{ $eq: ['$deleted_at', null] }, { $subtract: [ALL_OF_ORDER, 1] }, -1] } }
    const [orders, [others]] = await Promise.all([
      collection.countDocuments({ [ID]: { $gt: '' } } as object, timeLeft(deadline)),
      read<{ count: number }>(
        [{ $match: UNLIKE_OTHERS }, { $group: { _id: null, count: ofOne } }],
        deadline,
        'unlike_one_payment',
      ),
    ])
    return orders + (others?.count ?? 0)
  }

  return {
    /** A page of the payments of all living orders, with the query grammar of all lists. */
    async listPayments(query: ListQuery, deadline: number): Promise<{ found: FoundPayment[]; count: number }> {
      const [found, count] = await Promise.all([pageOf(query, deadline), countOf(query, deadline)])
      return { found, count }
    },
  }
}

/**
 * The index for a page without a filter, sorted by one field: an order comes where its first payment belongs, so no later order
 * has a payment that belongs before that place. Undefined: all payments are sorted.
 */
function indexOf({ order = OLDEST_FIRST, filter }: ListQuery): string | undefined {
  if (filter.length > 0 || order.length > 1) return undefined
  return order[0]!.field === 'id' ? 'of_payment' : `payments_by_${order[0]!.field}`
}

function stagesOf(query: ListQuery): Document[] {
  const { order = OLDEST_FIRST, offset, limit } = query
  const keys = [...order, { field: 'id', direction: order.at(-1)!.direction }]
  const sort = { $sort: sortOf(keys, PATHS, [ID]) }
  const indexed = { $match: { [PATHS[order[0]!.field]!]: { $exists: true } } }
  const first = indexOf(query) ? [indexed, sort, { $limit: offset + limit }] : []
  const page = [sort, { $skip: offset }, { $limit: limit }, { $project: { _id: 0, order_id: '$_id', id: `$${ID}` } }]
  return [...matching(query, first), ...page]
}

/** The unwound payments of orders of which at least one payment meets the conditions. */
function matching(query: ListQuery, first: Document[] = []): Document[] {
  const { $and } = conditionsOf(query, PATHS) as Document
  const { $and: ofPayment } = conditionsOf(query, { id: 'id' }) as Document
  const having = { payment_collections: { $elemMatch: { payments: { $elemMatch: { $and: ofPayment } } } } }
  return [
    { $match: { ...WITH_PAYMENTS, ...(ofPayment && having) } },
    ...first,
    { $project: Object.fromEntries(Object.values(PATHS).map((path) => [path, 1])) },
    { $unwind: '$payment_collections' },
    { $unwind: `$${PAYMENTS}` },
    ...($and ? [{ $match: { $and } }] : []),
  ]
}
