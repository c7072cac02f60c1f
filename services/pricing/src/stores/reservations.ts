import {
  groupBy,
  listReservations,
  RESERVATION_SEARCH,
  type Reservation,
  reservationCreated,
  reservationDeleted,
  reservationUpdated,
} from '@souk/contracts'
import { batched, createRecords, type EventRelay, indexesOf, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { LARGE_BATCH } from './large-batch.ts'

export type ReservationRecord = Omit<Reservation, 'inventory_item'> & {
  /** The revision of the item since which it holds this quantity. */
  held_at: number
  /**
   * The seller of the line's goods, or whose member made it; null: the marketplace. Absent from older ones, and if it is not
   * known. Never shown: it counts where products of several sellers use the item.
   */
  seller_id?: string | null
}

export type KnownReservation = Pick<
  ReservationRecord,
  'inventory_item_id' | 'location_id' | 'line_item_id' | 'created_by' | 'seller_id'
>

/** Records of reservations. The quantity that each holds is stored in the item, which is authoritative. */
export function createReservationStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<ReservationRecord>>('reservations')
  const records = createRecords<ReservationRecord>(collection, {
    noun: 'Reservation',
    missing: (id) => `Reservation with id: ${id} was not found`,
    idPrefix: 'resitem',
    searched: RESERVATION_SEARCH,
    indexes: indexesOf(listReservations),
    events: { created: reservationCreated, updated: reservationUpdated, deleted: reservationDeleted },
    outbox,
  })

  /** Concurrent reads become one query. */
  const ofLine = batched(async (line_item_ids: readonly string[], deadline): Promise<ReservationRecord[][]> => {
    const found = groupBy(
      await records.list({ line_item_id: { $in: [...new Set(line_item_ids)] } }, deadline),
      ({ line_item_id }) => line_item_id,
    )
    return line_item_ids.map((id) => found.get(id) ?? [])
  }, LARGE_BATCH)

  return {
    ...records,
    /** The living reservations of these lines, oldest first for each line. */
    async listOfLines(lines: readonly { line_item_id: string }[], deadline: number): Promise<ReservationRecord[]> {
      const ids = new Set(lines.map(({ line_item_id }) => line_item_id))
      return (await Promise.all([...ids].map((id) => ofLine(id, deadline)))).flat()
    },

    /** The item, place, line, author and seller of a reservation, even of a deleted one; undefined if it never existed. */
    async findDeletedToo(id: string, deadline: number): Promise<KnownReservation | undefined> {
      const names = { inventory_item_id: 1, location_id: 1, line_item_id: 1, created_by: 1, seller_id: 1 } as const
      const projection = { _id: 0, ...names } as const
      const found = await collection.findOne({ _id: id } as object, { projection, ...timeLeft(deadline) })
      return found ?? undefined
    },
  }
}

export type ReservationStore = ReturnType<typeof createReservationStore>
