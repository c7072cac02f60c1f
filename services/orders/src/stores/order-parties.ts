import { createReader, type Stored } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

const PARTIES = {
  seller_id: 1,
  customer_id: 1,
  deleted_at: 1,
  'shipping_address.first_name': 1,
  'shipping_address.last_name': 1,
} as const

/** The seller and the buyer of an order, without the rest of it. */
export type OrderParties = Pick<OrderRecord, 'seller_id' | 'customer_id' | 'deleted_at'> & {
  shipping_address: Pick<NonNullable<OrderRecord['shipping_address']>, 'first_name' | 'last_name'> | null
}

/** Tells by whom orders are sold, and to whom. */
export function createOrderParties(collection: Collection<Stored<OrderRecord>>) {
  const reader = createReader<OrderParties & { _id: string }>(collection as never, { projection: PARTIES })

  return {
    /** Undefined if there is no such order. Concurrent reads become one query. */
    async findParties(id: string, deadline: number): Promise<OrderParties | undefined> {
      const found = await reader.find({ id, deadline })
      return found?.deleted_at === null ? found : undefined
    },
  }
}
