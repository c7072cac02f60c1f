import type { Collection, Document } from 'mongodb'
import { timeLeft } from '../store/mongo.ts'
import type { Stored } from './stored.ts'

/** An amount that stays in the record that sends it until the receiving record has it. */
interface OnItsWay {
  id: string
  /** ISO 8601: since when. */
  at: string
}

/** A record with the amounts that are on their way from it. */
export interface Sender<Sent extends OnItsWay> {
  id: string
  currency_code: string
  outgoing: readonly Sent[]
}

type SentIn<T, Field extends keyof T> = NonNullable<T[Field]> extends readonly (infer Sent extends OnItsWay)[] ? Sent : never

/** Indexes only records from which something is on its way. @param field a list, absent if nothing is */
export const outgoingIndex = (field: string, name: string) => ({
  key: { [`${field}.at`]: 1 } as const,
  name,
  partialFilterExpression: { [`${field}.at`]: { $exists: true } },
})

/** The amounts sent by a collection's records that are not known to have arrived. @param field as in its `outgoingIndex` */
export function createOutgoing<T extends { id: string; currency_code: string }, Field extends keyof T & string>(
  of: Collection<Stored<T>>,
  field: Field,
) {
  type From = Sender<SentIn<T, Field>>
  const collection = of as unknown as Collection<Document & { _id: string }>
  const projection = { currency_code: 1, [field]: 1 }
  const senderOf = ({ _id, currency_code, ...rest }: Document): From => ({ id: _id, currency_code, outgoing: rest[field] ?? [] })

  return {
    async find(id: string, deadline: number): Promise<From | undefined> {
      const document = await collection.findOne({ _id: id }, { projection, ...timeLeft(deadline) })
      return document ? senderOf(document) : undefined
    },

    /** Records from which something has been on its way since before a moment, in ISO 8601; the oldest first. */
    async list(before: string, limit: number): Promise<From[]> {
      const since = `${field}.at`
      const found = collection.find({ [since]: { $exists: true, $lt: before } }, { projection, sort: { [since]: 1 }, limit })
      return (await found.toArray()).map(senderOf)
    },

    /** Removes an amount that has arrived. Idempotent. */
    async forget(id: string, sent_id: string, deadline: number): Promise<void> {
      const one = { _id: id, [`${field}.id`]: sent_id }
      const last = { $unset: { [field]: '' }, $inc: { revision: 1 } }
      const { matchedCount } = await collection.updateOne({ ...one, [field]: { $size: 1 } }, last, timeLeft(deadline))
      if (matchedCount > 0) return
      const update = { $pull: { [field]: { id: sent_id } }, $inc: { revision: 1 } }
      await collection.updateOne(one, update as Document, timeLeft(deadline))
    },
  }
}
