import { fromDocument, type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Db } from 'mongodb'
import { closedChanges, isWhole, type KnownChange, type OrderChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

type Kept = Omit<OrderChange, 'id'> & { _id: string }

/** An attempt under way to store an order's closed changes, which requests of this order share. */
interface Keeping {
  kept: Promise<ReadonlySet<string>>
  /** Epoch ms, of the request that began it. */
  deadline: number
}

/**
 * Closed changes with their actions, stored apart from their orders: an order is read and written as a whole at each change, and
 * would grow with each. A change is stored here before its order drops it, so it is in one of the two places, or in both; the
 * copies are equal, since a closed change never changes again.
 */
export function createOrderHistory(db: Db, orders: Collection<Stored<OrderRecord>>) {
  const history = db.collection<Kept>('order_changes')
  const keeping = new Map<string, Keeping>()

  async function keepClosed(order_id: string, deadline: number): Promise<ReadonlySet<string>> {
    // Only majority-committed changes: others could still be rolled back.
    const options = { projection: { changes: 1 }, readConcern: 'majority', ...timeLeft(deadline) } as const
    const order = await orders.findOne({ _id: order_id }, options)
    const closed = order ? closedChanges(order) : []
    if (closed.length > 0) {
      const writes = closed.map(({ id, ...change }) => ({
        updateOne: { filter: { _id: id }, update: { $setOnInsert: change }, upsert: true },
      }))
      await history.bulkWrite(writes, { ordered: false, ...timeLeft(deadline) })
    }
    return new Set(closed.map(({ id }) => id))
  }

  function keep(order_id: string, deadline: number): Promise<ReadonlySet<string>> {
    const underWay = keeping.get(order_id)
    if (underWay) {
      return underWay.kept.catch((error: unknown) => {
        // It may have failed only because the request that began it had less time.
        if (underWay.deadline < deadline) return keep(order_id, deadline)
        throw error
      })
    }
    const kept = keepClosed(order_id, deadline).finally(() => keeping.delete(order_id))
    keeping.set(order_id, { kept, deadline })
    return kept
  }

  return {
    async ensureIndexes() {
      await history.createIndex({ order_id: 1, _id: 1 }, { name: 'changes_of_order' })
    },

    /** Stores the order's closed changes here, unless they are. @returns the ids of those that the order still holds */
    keep,

    /** All changes that the order names, with their actions; missing ones are left out. */
    async list({ changes }: Pick<OrderRecord, 'changes'>, deadline: number): Promise<OrderChange[]> {
      const ids = changes.flatMap((change) => (isWhole(change) ? [] : change.id))
      const options = { readConcern: 'majority', ...timeLeft(deadline) } as const
      const found = ids.length === 0 ? [] : await history.find({ _id: { $in: ids } }, options).toArray()
      const closed = new Map(found.map((one) => [one._id, fromDocument<OrderChange>(one)]))
      return changes.flatMap((change) => (isWhole(change) ? change : (closed.get(change.id) ?? [])))
    },

    /** The change with its actions, for an order that was read before; undefined if it is missing. */
    async find(change: KnownChange, deadline: number): Promise<OrderChange | undefined> {
      if (isWhole(change)) return change
      const found = await history.findOne({ _id: change.id }, { readConcern: 'majority', ...timeLeft(deadline) })
      return found ? fromDocument<OrderChange>(found) : undefined
    },
  }
}

export type OrderHistory = ReturnType<typeof createOrderHistory>
