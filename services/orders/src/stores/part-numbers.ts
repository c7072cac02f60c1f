import type { Stored } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { PART_LISTS, type PartKind } from '../domain/returns/order-parts.ts'
import type { Counters } from './counters.ts'

/** Readable numbers of returns, exchanges and claims. */
export function createPartNumbers(counters: Counters, orders: Collection<Stored<OrderRecord>>) {
  async function begin(list: string): Promise<void> {
    if (await counters.has(list)) return
    const [last] = await orders
      .aggregate<{ value: number }>([
        { $match: { [`${list}.id`]: { $exists: true } } },
        { $group: { _id: null, value: { $max: { $max: `$${list}.display_id` } } } },
      ])
      .toArray()
    await counters.raise(list, last?.value ?? 0)
  }

  return {
    /** Makes counters that do not exist yet start above all existing numbers, which reads all returns, exchanges and claims. */
    begin: () => Promise.all(Object.values(PART_LISTS).map(begin)),

    next: (kind: PartKind, deadline: number): Promise<number> => counters.take(PART_LISTS[kind], 1, deadline),
  }
}
