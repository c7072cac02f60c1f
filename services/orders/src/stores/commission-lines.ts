import type { CommissionLine } from '@souk/contracts'
import { createReader, findAll, type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { AppliedRule } from '../domain/commission/kept-commission.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

const COUNT = 'commission.count'
const HAS_COMMISSION = { [COUNT]: { $gt: 0 } } as const
const NEWEST = { created_at: -1, _id: -1, deleted_at: 1, [COUNT]: 1 } as const

/** These indexes contain only orders with commission. They alone find the orders of a page, and count lines. */
export const COMMISSION_INDEXES = [
  { key: NEWEST as Record<string, 1 | -1>, name: 'with_commission', partialFilterExpression: HAS_COMMISSION },
  {
    key: { seller_id: 1, ...NEWEST } as Record<string, 1 | -1>,
    name: 'of_seller_with_commission',
    partialFilterExpression: HAS_COMMISSION,
  },
]

/**
 * The number of an order's lines; 0 if the order is deleted. Not a condition of `$match`: there it would read each document,
 * since an index does not distinguish null from absent.
 */
const LIVING_LINES = { $cond: [{ $lte: ['$deleted_at', null] }, `$${COUNT}`, 0] }

/** The fields of an order that are shown with its lines. */
const SHOWN = { display_id: 1, currency_code: 1, status: 1, created_at: 1, total: 1, seller_id: 1, commission: 1 } as const
type CommissionedOrder = Pick<Stored<OrderRecord>, '_id' | keyof typeof SHOWN>

/** A line with its order, and the rule that applied to it. */
export interface FoundCommissionLine {
  line: CommissionLine
  rule: AppliedRule
  order: CommissionedOrder
}

export interface CommissionLineQuery {
  /** Undefined: of all sellers. */
  seller_id?: string | undefined
  /** ISO 8601; both times are included. All lines of an order are created with it. */
  start_date?: string | undefined
  end_date?: string | undefined
  direction: 1 | -1
  offset: number
  limit: number
  /** Epoch ms. */
  deadline: number
}

/** Each further attempt looks at four times as many orders. */
const MAX_TRIES = 10

/** The location of a line: its order, and its index there. */
interface Place {
  _id: string
  at: number
}

/** Commission lines, which are stored in their orders. */
export function createCommissionLines(collection: Collection<Stored<OrderRecord>>) {
  const ofOrder = createReader(collection, {
    tenant: 'seller_id',
    projection: { seller_id: 1, currency_code: 1, commission: 1, revision: 1, deleted_at: 1, is_draft_order: 1 },
  })
  const read = <D extends Document>(stages: Document[], query: CommissionLineQuery) =>
    collection
      .aggregate<D>([{ $match: filterOf(query) }, ...stages], {
        hint: query.seller_id === undefined ? 'with_commission' : 'of_seller_with_commission',
        ...timeLeft(query.deadline),
      })
      .toArray()

  /** The lines of a page, as far as they are in so many orders. */
  const placesAmong = async (orders: number, query: CommissionLineQuery): Promise<Place[]> => {
    const { direction, offset, limit } = query
    if (limit === 0) return []
    const stages = [
      { $sort: { created_at: direction, _id: direction } },
      { $limit: orders },
      { $project: { at: { $range: [0, LIVING_LINES] } } },
      { $unwind: '$at' },
      { $skip: offset },
      { $limit: limit },
    ]
    return read<Place>(stages, query)
  }

  /** Living orders have at least one line each. Deleted ones, which are rare, make it necessary to look at more orders. */
  async function placesOf(query: CommissionLineQuery): Promise<{ places: Place[]; count: number }> {
    const { offset, limit } = query
    const enough = offset + limit
    const [begun, count] = await Promise.all([placesAmong(enough, query), countOf(query)])
    const wanted = Math.min(limit, count - offset)
    let places = begun
    for (let tries = 1; places.length < wanted && tries <= MAX_TRIES; tries++)
      places = await placesAmong(enough * 4 ** tries, query)
    return { places, count }
  }

  async function linesAt(places: readonly Place[], deadline: number): Promise<FoundCommissionLine[]> {
    const filter = { _id: { $in: [...new Set(places.map(({ _id }) => _id))] } }
    const found = places.length === 0 ? [] : await findAll(collection, { filter, projection: SHOWN }, deadline)
    const orders = new Map(found.map((order) => [order._id, order]))
    return places.flatMap(({ _id, at }) => {
      const order = orders.get(_id)
      const line = order?.commission?.lines[at]
      return order && line ? { order, line, rule: ruleOf(order, line) } : []
    })
  }

  async function countOf(query: CommissionLineQuery): Promise<number> {
    const [sum] = await read<{ count: number }>([{ $group: { _id: null, count: { $sum: LIVING_LINES } } }], query)
    return sum?.count ?? 0
  }

  return {
    /** A seller's order with its commission; undefined for orders of others. */
    findOfOrder: (id: string, seller_id: string, deadline: number) => ofOrder.find({ id, tenant: seller_id, deadline }),

    /** A page of the lines of all orders, sorted by date; lines of one order stay in the order of its items. */
    async pageOfLines(query: CommissionLineQuery): Promise<{ found: FoundCommissionLine[]; count: number }> {
      const { places, count } = await placesOf(query)
      return { found: await linesAt(places, query.deadline), count }
    },
  }
}

/** Without a condition on the first key of the index, MongoDB would read each document. */
const ANY_TIME = ''

const filterOf = ({ seller_id, start_date = ANY_TIME, end_date }: CommissionLineQuery): Document => ({
  ...(seller_id !== undefined && { seller_id }),
  created_at: { $gte: start_date, ...(end_date !== undefined && { $lte: end_date }) },
  ...HAS_COMMISSION,
})

const ruleOf = ({ commission }: CommissionedOrder, { rule_id }: CommissionLine): AppliedRule =>
  commission!.rules.find(({ id }) => id === rule_id)!

export type CommissionLines = ReturnType<typeof createCommissionLines>
