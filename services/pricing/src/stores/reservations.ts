import { RESERVATION_SEARCH, type Reservation, reservationCreated, reservationDeleted, reservationUpdated } from '@souk/contracts'
import { createRecords, type Outbox } from '@souk/runtime'
import type { Db } from 'mongodb'
import { listIndexes } from './list-indexes.ts'

export type ReservationRecord = Omit<Reservation, 'inventory_item'> & {
  /** The revision of the item at which it came to hold what is said here. */
  held_at: number
}

const SORTED = ['updated_at', 'quantity', 'description', 'location_id', 'inventory_item_id', 'line_item_id', 'created_by']

/** What is said of reservations. How much each holds stands with the item, which alone counts. */
export const createReservationStore = (db: Db, outbox?: Pick<Outbox, 'relay'>) =>
  createRecords<ReservationRecord>(db.collection('reservations'), {
    noun: 'Reservation',
    missing: (id) => `Reservation with id: ${id} was not found`,
    idPrefix: 'resitem',
    searched: RESERVATION_SEARCH,
    indexes: listIndexes(SORTED),
    events: { created: reservationCreated, updated: reservationUpdated, deleted: reservationDeleted },
    outbox,
  })

export type ReservationStore = ReturnType<typeof createReservationStore>
