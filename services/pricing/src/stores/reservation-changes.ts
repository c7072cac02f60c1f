import { postponedIn, timeLeft, UNTOUCHED_INDEX, untouchedIn } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A request that creates, changes or deletes a reservation writes twice: the hold in its item, and the reservation's record. */
export interface ReservationChange {
  reservation_id: string
  inventory_item_id: string
  /** The op-id of the request; all its attempts are one change. */
  op: string
  /** Epoch ms of the last attempt. */
  at: number
}

type Kept = ReservationChange & { _id: string }

const idOf = ({ reservation_id, op }: ReservationChange) => `${reservation_id}:${op}`

/** Changes of which it is not known that both writes were done. */
export function createReservationChangeStore(db: Db) {
  const collection = db.collection<Kept>('reservation_changes')

  return {
    ensureIndexes: async () => void (await collection.createIndexes([UNTOUCHED_INDEX])),

    async keep(change: ReservationChange, deadline: number): Promise<void> {
      await collection.updateOne({ _id: idOf(change) }, { $set: change }, { upsert: true, ...timeLeft(deadline) })
    },

    /** Those without an attempt since a given instant. */
    listLeft: untouchedIn<Kept>(collection),
    postpone: postponedIn<Kept>(collection),

    /** Unless it is tried again in the meantime. */
    async forget(change: ReservationChange, deadline: number): Promise<void> {
      await collection.deleteOne({ _id: idOf(change), at: change.at }, timeLeft(deadline))
    },
  }
}

export type ReservationChangeStore = ReturnType<typeof createReservationChangeStore>
