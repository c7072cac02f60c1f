import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A customer who is being deleted, and whose log-in may be there yet. */
interface LeftLogIn {
  _id: string
  /** Epoch ms of the last attempt. */
  at: number
}

/** Customers whose deletion is under way, or was cut short. */
export function createLeftLogInStore(db: Db) {
  const collection = db.collection<LeftLogIn>('left_log_ins')

  return {
    ensureIndexes: async () => void (await collection.createIndexes([{ key: { at: 1 }, name: 'oldest' }])),

    async keep(customer_id: string, deadline: number): Promise<void> {
      await collection.updateOne({ _id: customer_id }, { $set: { at: Date.now() } }, { upsert: true, ...timeLeft(deadline) })
    },

    /** Those of before an instant (epoch ms), the oldest first. */
    listLeft: (before: number, limit: number): Promise<LeftLogIn[]> =>
      collection
        .find({ at: { $lt: before } })
        .sort({ at: 1 })
        .limit(limit)
        .toArray(),

    async postpone({ _id, at }: LeftLogIn): Promise<void> {
      await collection.updateOne({ _id, at }, { $set: { at: Date.now() } })
    },

    async forget(customer_id: string, deadline: number): Promise<void> {
      await collection.deleteOne({ _id: customer_id }, timeLeft(deadline))
    },
  }
}

export type LeftLogInStore = ReturnType<typeof createLeftLogInStore>
