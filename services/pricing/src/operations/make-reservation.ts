import type { BodyOf, createReservation } from '@souk/contracts'
import { type FoundRecord, newCommand, type RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type InventoryItemRecord, reserved } from '../domain/inventory/inventory-item.ts'
import { holdingsOf } from '../domain/inventory/line-stock.ts'
import type { ReservationRecord } from '../stores/reservations.ts'
import { bothWrites } from './settle-reservation.ts'

type Request = Pick<RequestOf<typeof createReservation>, 'command' | 'newIds'> & { body: BodyOf<typeof createReservation> }
type Stores = Pick<Deps, 'inventoryItems' | 'reservations' | 'reservationChanges'>

/**
 * Reserves by one conditional update of the item; the reservation's record follows. After a failure a repeat of the same request
 * does the rest, or else the sweep releases stock that is held for a reservation without a record; a repeat after that holds it
 * again.
 * @param by the author, and its seller if it is a seller's member
 * @throws not_found if the item is not stocked there; not_allowed if there is not enough
 */
export async function makeReservation(
  request: Request,
  { created_by, seller_id }: Pick<ReservationRecord, 'created_by' | 'seller_id'>,
  deps: Stores,
): Promise<FoundRecord<ReservationRecord>> {
  const { body, command, newIds } = request
  const { inventory_item_id, location_id, quantity, line_item_id = null, description = null, metadata = null } = body
  const reservation_id = newIds()('resitem')
  return bothWrites({ reservation_id, inventory_item_id }, command, deps, async () => {
    const hold = (item: InventoryItemRecord) => reserved(item, { reservation_id, location_id, quantity })
    let held = await deps.inventoryItems.update(inventory_item_id, command, hold)
    if (await isSwept(reservation_id, held.record, command.deadline, deps)) {
      command.fate.is = 'open' // the op's hold is undone: a refusal from now on is one
      const again = { ...newCommand(command.deadline), fate: command.fate }
      held = await deps.inventoryItems.update(inventory_item_id, again, hold)
    }
    const place = { inventory_item_id, location_id, quantity, held_at: held.revision }
    return deps.reservations.create(
      { ...place, line_item_id, description, metadata, created_by, ...(seller_id != null && { seller_id }) },
      request,
    )
  })
}

/** Whether the sweep has released what an earlier attempt held, because there was no record. A deleted one stays deleted. */
const isSwept = async (id: string, item: InventoryItemRecord, deadline: number, { reservations }: Stores) =>
  holdingsOf(item, [id]).length === 0 && (await reservations.findDeletedToo(id, deadline)) === undefined
