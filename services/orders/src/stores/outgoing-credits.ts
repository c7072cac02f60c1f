import { type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { OutgoingCredit } from '../domain/orders/outgoing-credit.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

/** Holds only orders with amounts on their way. */
export const CREDITS_INDEX = {
  key: { 'outgoing_credit.at': 1 },
  name: 'outgoing_credit',
  partialFilterExpression: { 'outgoing_credit.at': { $exists: true } },
} as const

/** An order with its amounts on their way. */
export interface OwingOrder {
  id: string
  currency_code: string
  credits: readonly OutgoingCredit[]
}

/** Amounts that orders owe to customers, from the write of their credit line until the customer's account has it. */
export function createOutgoingCredits(collection: Collection<Stored<OrderRecord>>) {
  const projection = { currency_code: 1, outgoing_credit: 1 }
  const owing = ({ _id, currency_code, outgoing_credit = [] }: Stored<OrderRecord>): OwingOrder => ({
    id: _id,
    currency_code,
    credits: outgoing_credit,
  })

  return {
    async find(id: string, deadline: number): Promise<OwingOrder | undefined> {
      const order = await collection.findOne({ _id: id }, { projection, ...timeLeft(deadline) })
      return order ? owing(order) : undefined
    },

    /** Orders that have owed something since before a moment, in ISO 8601; the oldest first. */
    async list(before: string, limit: number): Promise<OwingOrder[]> {
      const filter = { 'outgoing_credit.at': { $exists: true, $lt: before } } as object
      return (await collection.find(filter, { projection }).sort({ 'outgoing_credit.at': 1 }).limit(limit).toArray()).map(owing)
    },

    /** Removes an amount that the account has. Idempotent. */
    async forget(id: string, credit_id: string, deadline: number): Promise<void> {
      const one = { _id: id, 'outgoing_credit.id': credit_id } as object
      const last = { $unset: { outgoing_credit: '' }, $inc: { revision: 1 } } as object
      const { matchedCount } = await collection.updateOne({ ...one, outgoing_credit: { $size: 1 } }, last, timeLeft(deadline))
      if (matchedCount > 0) return
      const update = { $pull: { outgoing_credit: { id: credit_id } }, $inc: { revision: 1 } } as object
      await collection.updateOne(one, update, timeLeft(deadline))
    },
  }
}
