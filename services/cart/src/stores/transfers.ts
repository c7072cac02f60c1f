import { type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { Transfer, Transferring } from '../domain/accounts/transfer.ts'

/** Holds only documents with transfers on their way. */
export const TRANSFERS_INDEX = {
  key: { 'outgoing.at': 1 },
  name: 'transfers',
  partialFilterExpression: { 'outgoing.at': { $exists: true } },
} as const

/** Transfers that stand in a document until the account that they were sent to has them. */
export interface Sent {
  /** The id of the document that it was taken out of. */
  id: string
  currency_code: string
  transfers: readonly Transfer[]
}

type Sender = { id: string; currency_code: string } & Transferring

/** The transfers that have left accounts of this collection and are not known to have arrived. */
export function createTransfers<T extends Sender>(of: Collection<Stored<T>>) {
  const collection = of as unknown as Collection<Stored<Sender>>
  const projection = { outgoing: 1, currency_code: 1 }
  const sent = ({ _id, currency_code, outgoing = [] }: Stored<Sender>): Sent => ({ id: _id, currency_code, transfers: outgoing })

  return {
    async find(id: string, deadline: number): Promise<Sent | undefined> {
      const document = await collection.findOne({ _id: id }, { projection, ...timeLeft(deadline) })
      return document ? sent(document) : undefined
    },

    /** Transfers that were taken out before a moment, in ISO 8601; the oldest first. */
    async list(before: string, limit: number): Promise<Sent[]> {
      const found = collection.find({ 'outgoing.at': { $exists: true, $lt: before } }, { projection })
      return (await found.sort({ 'outgoing.at': 1 }).limit(limit).toArray()).map(sent)
    },

    /** Removes a transfer that the other account has. Idempotent. */
    async forget(id: string, transfer_id: string, deadline: number): Promise<void> {
      const one = { _id: id, 'outgoing.id': transfer_id }
      const { matchedCount } = await collection.updateOne(
        { ...one, outgoing: { $size: 1 } },
        { $unset: { outgoing: '' }, $inc: { revision: 1 } },
        timeLeft(deadline),
      )
      if (matchedCount === 0)
        await collection.updateOne(
          one,
          { $pull: { outgoing: { id: transfer_id } }, $inc: { revision: 1 } } as object,
          timeLeft(deadline),
        )
    },
  }
}
