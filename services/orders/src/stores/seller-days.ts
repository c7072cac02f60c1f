import { type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { CUSTOMER_HEADS } from './listed-orders.ts'

/** ISO date-times; both ends are included. */
interface TimeRange {
  from: string
  to: string
}
interface OfDay {
  /** The first moment of a day, in UTC. */
  date: string
  /** A whole number as text, as clients of Mercur expect it. */
  count: string
}

/** Covers everything that days are counted by: no order is read. */
export const DAYS_INDEX = {
  key: { seller_id: 1, is_draft_order: 1, created_at: 1, customer_id: 1, deleted_at: 1 },
  name: 'days_of_seller',
} as const

/** Customers per query that finds out whether they bought before. */
const BATCH = 1000
const LENGTH_OF_DATE = 10
/** Not a condition of `$match`: there it would read each document, since an index does not distinguish null from absent. */
const IS_LIVING = { $lte: ['$deleted_at', null] }

/** Daily counts (UTC) of a seller's orders and customers within a range of time. */
export function createSellerDays(orders: Collection<Stored<OrderRecord>>) {
  return (seller_id: string, { from, to }: TimeRange) => {
    const group = <T extends Document>(stage: Document, deadline: number) =>
      orders.aggregate<T>(
        [{ $match: { seller_id, is_draft_order: false, created_at: { $gte: from, $lte: to } } }, { $group: stage }],
        { hint: DAYS_INDEX.name, ...timeLeft(deadline) },
      )

    /** Those of these customers that had already bought from the seller when the range began. */
    async function listKnown(ids: readonly string[], deadline: number): Promise<string[]> {
      const bought = orders.aggregate<{ _id: string; is_known: boolean }>(
        [
          { $match: { customer_id: { $in: ids }, seller_id, created_at: { $lt: from } } },
          { $group: { _id: '$customer_id', is_known: { $max: { $and: [IS_LIVING, { $not: '$is_draft_order' }] } } } },
        ],
        { hint: CUSTOMER_HEADS, ...timeLeft(deadline) },
      )
      return (await bought.toArray()).filter(({ is_known }) => is_known).map(({ _id }) => _id)
    }

    return {
      /** Living orders except drafts. */
      async countOrders(deadline: number): Promise<OfDay[]> {
        const day = { $substrCP: ['$created_at', 0, LENGTH_OF_DATE] }
        const sold = group<{ _id: string; count: number }>({ _id: day, count: { $sum: { $cond: [IS_LIVING, 1, 0] } } }, deadline)
        return byDay(new Map((await sold.toArray()).map(({ _id, count }) => [_id, count])))
      },

      /** Customers, by the day of their first living order with the seller. */
      async countNewCustomers(deadline: number): Promise<OfDay[]> {
        const first = { $min: { $cond: [IS_LIVING, '$created_at', null] } }
        const bought = await group<{ _id: string | null; first: string | null }>(
          { _id: '$customer_id', first },
          deadline,
        ).toArray()
        const firsts = new Map(bought.flatMap(({ _id, first }) => (_id !== null && first !== null ? [[_id, first]] : [])))
        const ids = [...firsts.keys()]
        for (let at = 0; at < ids.length; at += BATCH)
          for (const known of await listKnown(ids.slice(at, at + BATCH), deadline)) firsts.delete(known)
        const counts = new Map<string, number>()
        for (const moment of firsts.values()) {
          const day = moment.slice(0, LENGTH_OF_DATE)
          counts.set(day, (counts.get(day) ?? 0) + 1)
        }
        return byDay(counts)
      },
    }
  }
}

/** Earliest day first; days without any are left out. */
const byDay = (counts: ReadonlyMap<string, number>): OfDay[] =>
  [...counts]
    .filter(([, count]) => count > 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, count]) => ({ date: `${day}T00:00:00.000Z`, count: String(count) }))
