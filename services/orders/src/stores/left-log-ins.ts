import { postponedIn, timeLeft, UNTOUCHED_INDEX, untouchedIn } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A customer that is being deleted, and whose log-in may still exist. */
interface LeftLogIn {
  _id: string
  /** Epoch ms of the last attempt. */
  at: number
}

/** Customers whose deletion is under way, or was interrupted. */
export function createLeftLogInStore(db: Db) {
  const collection = db.collection<LeftLogIn>('left_log_ins')

  return {
    ensureIndexes: async () => void (await collection.createIndexes([UNTOUCHED_INDEX])),

    async keep(customer_id: string, deadline: number): Promise<void> {
      await collection.updateOne({ _id: customer_id }, { $set: { at: Date.now() } }, { upsert: true, ...timeLeft(deadline) })
    },

    /** Those that have not been tried for a while. */
    listLeft: untouchedIn(collection),
    postpone: postponedIn(collection),

    async forget(customer_id: string, deadline: number): Promise<void> {
      await collection.deleteOne({ _id: customer_id }, timeLeft(deadline))
    },
  }
}

export type LeftLogInStore = ReturnType<typeof createLeftLogInStore>
