import { changeEach, type FoundRecord, newCommand, type RecordCommand, unlessGone } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { released } from '../domain/inventory/inventory-item.ts'
import type { ReservationRecord } from '../stores/reservations.ts'
import { bothWrites } from './settle-reservation.ts'

interface Request {
  params: { id: string }
  command: RecordCommand
}
/** The item of the reservation. */
type Known = Pick<ReservationRecord, 'inventory_item_id'>

/**
 * Deletes a reservation and releases its stock. One that is already deleted may still hold stock: the process that deleted it may
 * have ended before releasing it.
 * @returns undefined if it was deleted earlier, by another request
 */
export const removeReservation = (
  { params, command }: Request,
  known: Known,
  deps: Deps,
): Promise<FoundRecord<ReservationRecord> | undefined> =>
  bothWrites({ reservation_id: params.id, ...known }, command, deps, () => removed(params.id, command, known, deps))

/** The record is deleted first, so that a concurrent change finds it deleted and holds nothing. */
async function removed(reservation_id: string, command: RecordCommand, { inventory_item_id }: Known, deps: Deps) {
  const deleted = await deps.reservations.remove(reservation_id, command)
  const rest = deleted ? command : newCommand(command.deadline) // what another request has left is no outcome of this one
  await changeEach([inventory_item_id], rest, (id, own) =>
    deps.inventoryItems.update(id, own, (item) => released(item, reservation_id)).catch(unlessGone),
  )
  return deleted
}
