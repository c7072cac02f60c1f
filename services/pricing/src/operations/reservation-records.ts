import { conflict } from '@souk/contracts'
import { newCommand, unlessGone } from '@souk/runtime'
import type { Holding } from '../domain/inventory/line-stock.ts'
import type { ReservationRecord, ReservationStore } from '../stores/reservations.ts'

/** `held_at` is the revision of the item when it was read. */
interface Seen {
  held_at: number
  deadline: number
}

/** Updates the record of a living reservation to match its item: of two such updates, the one that read the item last wins. */
export async function updateRecord(
  { reservation_id, location_id, quantity }: Holding,
  { held_at, deadline }: Seen,
  reservations: Pick<ReservationStore, 'update'>,
) {
  await reservations
    .update(reservation_id, newCommand(deadline), (present) =>
      present.held_at >= held_at || (present.quantity === quantity && present.location_id === location_id)
        ? present
        : { ...present, quantity, location_id, held_at },
    )
    .catch(unlessGone)
}

/**
 * Writes the record of a reservation that its item holds. A deleted one with the same id is restored, unless a caller that read
 * the item later deleted it.
 */
export async function makeRecord(
  { reservation_id: id, location_id, quantity }: Holding,
  beside: Omit<ReservationRecord, 'id' | 'location_id' | 'quantity' | 'created_at' | 'updated_at' | 'deleted_at'>,
  deadline: number,
  reservations: Pick<ReservationStore, 'create' | 'restore'>,
) {
  const about = { ...beside, location_id, quantity }
  const command = { deadline, fate: { is: 'open' as const } }
  const { record } = await reservations.create(about, { command, newIds: () => () => id })
  if (record.deleted_at === null) return
  await reservations
    .restore(id, newCommand(deadline), (present) => ({ ...unlessLater(present, about.held_at), ...about }))
    .catch(unlessOutdated)
}

/** Deletes the record of a reservation that no longer holds anything, unless another caller read the item later. */
export async function deleteRecord(id: string, { held_at, deadline }: Seen, reservations: Pick<ReservationStore, 'remove'>) {
  await reservations
    .remove(id, newCommand(deadline), (present) => ({ ...unlessLater(present, held_at), held_at }))
    .catch(unlessOutdated)
}

/** Caught here, never answered. */
const OUTDATED = conflict('Another request read the item later')

function unlessLater(present: ReservationRecord, held_at: number): ReservationRecord {
  if (present.held_at > held_at) throw OUTDATED
  return present
}

function unlessOutdated(error: unknown) {
  if (error !== OUTDATED) throw error
}
