import { type FoundRecord, isRefusal, newCommand, type RecordCommand, unlessGone } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type InventoryItemRecord, released } from '../domain/inventory/inventory-item.ts'
import { holdingsOf } from '../domain/inventory/line-stock.ts'
import type { ReservationChange } from '../stores/reservation-changes.ts'
import { updateRecord } from './reservation-records.ts'

type Stores = Pick<Deps, 'inventoryItems' | 'reservations' | 'reservationChanges'>

/**
 * Does both writes of a change: to the item, and to the reservation's record. The change is recorded before them, so that the
 * sweep completes it after a failure between them: see `settle-left-claims`. After a refusal it is settled at once.
 */
export async function bothWrites<T>(
  { reservation_id, inventory_item_id }: Pick<ReservationChange, 'reservation_id' | 'inventory_item_id'>,
  { op, deadline }: Pick<RecordCommand, 'op' | 'deadline'>,
  deps: Stores,
  writes: () => Promise<T>,
): Promise<T> {
  const change = { reservation_id, inventory_item_id, op: op.bytes.toString('hex'), at: Date.now() }
  await deps.reservationChanges.keep(change, deadline)
  try {
    const done = await writes()
    await deps.reservationChanges.forget(change, deadline).catch(leftToSweep)
    return done
  } catch (error) {
    if (isRefusal(error)) await settleReservation(change, deps, deadline).catch(leftToSweep)
    throw error
  }
}

/**
 * Updates the record of a reservation to match its item; a reservation whose record was deleted, or never written, holds nothing.
 */
export async function settleReservation(change: ReservationChange, deps: Stores, deadline: number): Promise<void> {
  const { reservation_id, inventory_item_id } = change
  const item = await deps.inventoryItems.find(inventory_item_id, deadline)
  const known = await deps.reservations.find(reservation_id, deadline)
  if (item && known) await syncRecord(reservation_id, item, deps, deadline)
  if (item && !known) await releaseHeld(reservation_id, inventory_item_id, deps, deadline)
  await deps.reservationChanges.forget(change, deadline)
}

async function syncRecord(
  id: string,
  { record, revision }: FoundRecord<InventoryItemRecord>,
  { reservations }: Stores,
  deadline: number,
) {
  const [holding] = holdingsOf(record, [id])
  if (holding) await updateRecord(holding, { held_at: revision, deadline }, reservations)
}

const releaseHeld = (id: string, item_id: string, { inventoryItems }: Stores, deadline: number) =>
  inventoryItems.update(item_id, newCommand(deadline), (item) => released(item, id)).catch(unlessGone)

/** The change stays recorded, and the error does not affect the answer. */
const leftToSweep = () => {}
