import { conflict } from '@souk/contracts'
import { newCommand, unlessGone } from '@souk/runtime'
import type { Holding } from '../domain/inventory/line-stock.ts'
import type { ReservationRecord, ReservationStore } from '../stores/reservations.ts'

/** The revision of the item at which it was seen. */
interface Seen {
  held_at: number
  deadline: number
}

/** Brings the record of a living reservation in line with its item: of two such updates, the one that saw the item last wins. */
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
 * Writes the record of a reservation that its item holds. A deleted one of the same id is restored, unless it was deleted by a
 * caller that saw the item later.
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

/** Deletes the record of a reservation that holds nothing any more, unless another caller saw the item later. */
export async function deleteRecord(id: string, { held_at, deadline }: Seen, reservations: Pick<ReservationStore, 'remove'>) {
  await reservations
    .remove(id, newCommand(deadline), (present) => ({ ...unlessLater(present, held_at), held_at }))
    .catch(unlessOutdated)
}

/** Nobody is told of it. */
const OUTDATED = conflict('The item was seen later by others')

function unlessLater(present: ReservationRecord, held_at: number): ReservationRecord {
  if (present.held_at > held_at) throw OUTDATED
  return present
}

function unlessOutdated(error: unknown) {
  if (error !== OUTDATED) throw error
}
