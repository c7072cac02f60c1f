import type { BodyOf, createReservation } from '@souk/contracts'
import type { FoundRecord, RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { reserved } from '../domain/inventory/inventory-item.ts'
import type { ReservationRecord } from '../stores/reservations.ts'
import { bothWrites } from './settle-reservation.ts'

type Request = Pick<RequestOf<typeof createReservation>, 'command' | 'newIds'> & { body: BodyOf<typeof createReservation> }

/**
 * Reserves by one conditional update of the item; the reservation's record follows. After a failure a repeat of the same request
 * does the rest, or else the sweep releases stock that is held for a reservation without a record.
 * @throws not_found if the item is not stocked there; not_allowed if there is not enough
 */
export async function makeReservation(
  request: Request,
  created_by: string | null,
  deps: Pick<Deps, 'inventoryItems' | 'reservations' | 'reservationChanges'>,
): Promise<FoundRecord<ReservationRecord>> {
  const { body, command, newIds } = request
  const { inventory_item_id, location_id, quantity, line_item_id = null, description = null, metadata = null } = body
  const reservation_id = newIds()('resitem')
  return bothWrites({ reservation_id, inventory_item_id }, command, deps, async () => {
    const { revision: held_at } = await deps.inventoryItems.update(inventory_item_id, command, (item) =>
      reserved(item, { reservation_id, location_id, quantity }),
    )
    const record = { inventory_item_id, location_id, quantity, line_item_id, description, metadata, created_by, held_at }
    return deps.reservations.create(record, request)
  })
}
