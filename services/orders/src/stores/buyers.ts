import { createBulkWriter, createReader, lackingIndex, lacks, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection, Db } from 'mongodb'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { createKeptCounts } from './kept-counts.ts'

const SORTED = ['updated_at', 'email', 'first_name', 'last_name', 'company_name', 'has_account'] as const
const BATCH = 1000

/** A seller's customers in each order that their list offers; `of_seller` serves filters by id. */
export const BUYER_INDEXES = [
  { key: { bought_from: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest_of_seller' },
  { key: { bought_from: 1, deleted_at: 1, _id: 1 }, name: 'of_seller' },
  ...SORTED.map((field) => ({
    key: { bought_from: 1, deleted_at: 1, [field]: 1, _id: 1 },
    name: `of_seller_by_${field}`,
  })),
] as const

/**
 * Which customers bought from which seller. A customer holds the sellers of its orders, so that an index finds all customers of a
 * seller. No decision depends on them and no answer shows them, so they change without a new revision.
 */
export function createBuyers(db: Db) {
  const customers: Collection<Stored<CustomerRecord>> = db.collection('customers')
  const orders: Collection<Stored<OrderRecord>> = db.collection('orders')
  const reader = createReader(customers, { projection: WITHOUT_INTERNALS })
  const { write } = createBulkWriter(customers)
  const counts = createKeptCounts()

  return {
    /**
     * How many living customers a seller has, from index keys alone: two counts, since `null` is ambiguous in an index of arrays.
     */
    count: (seller_id: string): Promise<number> =>
      counts.get(seller_id, async (deadline) => {
        const [all, deleted] = await Promise.all([
          customers.countDocuments({ bought_from: seller_id }, { hint: 'of_seller', ...timeLeft(deadline) }),
          customers.countDocuments(
            { bought_from: seller_id, deleted_at: { $gte: '' } },
            { hint: 'of_seller', ...timeLeft(deadline) },
          ),
        ])
        return all - deleted
      }),

    /** The customer, if not deleted and a buyer of the seller. */
    async findOf(seller_id: string, id: string, deadline: number): Promise<Stored<CustomerRecord> | undefined> {
      const customer = await reader.find({ id, deadline })
      return customer?.deleted_at === null && customer.bought_from?.includes(seller_id) ? customer : undefined
    },

    /**
     * Adds the sellers to the customer, before the customer's orders with the sellers are written. A repeat does no harm, and a
     * crash in between loses nothing.
     */
    async note(customer_id: string, seller_ids: readonly string[], deadline: number): Promise<void> {
      if (seller_ids.length === 0) return
      const update = { $addToSet: { bought_from: { $each: [...seller_ids] } } }
      await write({ filter: { _id: customer_id }, update }, deadline)
    },

    /**
     * Gives customers that are older than `bought_from` the sellers of their orders. Safe to repeat, and to run on several
     * replicas at once.
     */
    async adopt(): Promise<void> {
      const old = lacks('bought_from')
      await customers.createIndexes([lackingIndex('bought_from')])
      for (;;) {
        const found = await customers.find(old, { projection: { _id: 1 }, limit: BATCH }).toArray()
        if (found.length === 0) return
        const ids = found.map(({ _id }) => _id)
        const bought = await orders
          .aggregate<{ _id: string; seller_ids: string[] }>([
            { $match: { customer_id: { $in: ids }, seller_id: { $type: 'string' }, deleted_at: null, is_draft_order: false } },
            { $group: { _id: '$customer_id', seller_ids: { $addToSet: '$seller_id' } } },
          ])
          .toArray()
        const sellersOf = new Map(bought.map(({ _id, seller_ids }) => [_id, seller_ids]))
        await customers.bulkWrite(
          ids.map((_id) => ({
            updateOne: { filter: { _id }, update: { $addToSet: { bought_from: { $each: sellersOf.get(_id) ?? [] } } } },
          })),
        )
      }
    },
  }
}
