import { type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Db } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { PART_LISTS, type PartKind } from '../domain/returns/order-parts.ts'

interface Counter {
  _id: string
  value: number
}

/**
 * Readable numbers of returns, exchanges and claims. They come from counters, so that none is given twice; one may go to nobody.
 */
export function createPartNumbers(db: Db, orders: Collection<Stored<OrderRecord>>) {
  const counters = db.collection<Counter>('counters')

  async function countAll(kind: PartKind): Promise<void> {
    const list = PART_LISTS[kind]
    const [last] = await orders
      .aggregate<{ value: number }>([
        { $match: { [`${list}.id`]: { $exists: true } } },
        { $group: { _id: null, value: { $max: { $max: `$${list}.display_id` } } } },
      ])
      .toArray()
    await counters.updateOne({ _id: list }, { $max: { value: last?.value ?? 0 } }, { upsert: true })
  }

  return {
    /** Lets the counters go on above all that are there. */
    countAll: () => Promise.all([countAll('return'), countAll('claim'), countAll('exchange')]),

    async next(kind: PartKind, deadline: number): Promise<number> {
      const options = { upsert: true, returnDocument: 'after', ...timeLeft(deadline) } as const
      const counted = await counters.findOneAndUpdate({ _id: PART_LISTS[kind] }, { $inc: { value: 1 } }, options)
      return counted!.value
    },
  }
}
