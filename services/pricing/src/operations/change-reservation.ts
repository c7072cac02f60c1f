import type { BodyOf, updateReservation } from '@souk/contracts'
import { assertMatch, type FoundRecord, patch, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type InventoryItemRecord, reserved } from '../domain/inventory/inventory-item.ts'
import { holdingsOf } from '../domain/inventory/line-stock.ts'
import type { ReservationRecord } from '../stores/reservations.ts'
import { bothWrites } from './settle-reservation.ts'

interface Request {
  params: { id: string }
  body: BodyOf<typeof updateReservation>
  command: RecordCommand
}

/**
 * Changes a reservation. @param found as it was read
 * @throws not_found if the item is not stocked there; not_allowed if there is not enough
 */
export async function changeReservation(
  request: Request,
  found: FoundRecord<ReservationRecord>,
  deps: Deps,
): Promise<FoundRecord<ReservationRecord>> {
  const { params, body, command } = request
  const { inventory_item_id, location_id, quantity } = found.record
  const place = { location_id: body.location_id ?? location_id, quantity: body.quantity ?? quantity }
  const isMoved = place.location_id !== location_id || place.quantity !== quantity
  return isMoved
    ? bothWrites({ reservation_id: params.id, inventory_item_id }, command, deps, () => moved(request, found, deps))
    : deps.reservations.update(params.id, command, patch(textsOf(body)))
}

/**
 * The item decides whether there is enough, in one conditional update; what the change leaves out stays as the item holds it,
 * because the record may have been read before another change. Of two concurrent changes, the record keeps the later one by the
 * item's revision; a reservation that was deleted in the meantime holds nothing.
 */
async function moved(
  { params, body, command }: Request,
  { record, revision }: FoundRecord<ReservationRecord>,
  { inventoryItems, reservations }: Deps,
) {
  const own: RecordCommand = { ...command, if_match: undefined }
  const placeIn = (item: InventoryItemRecord) => {
    const { location_id, quantity } = holdingsOf(item, [params.id])[0] ?? record
    return { location_id, quantity }
  }
  const held = await inventoryItems.update(record.inventory_item_id, own, (item) => {
    assertMatch(command.if_match, revision) // that of the reservation; a repeat is not decided again
    const present = placeIn(item)
    const { location_id = present.location_id, quantity = present.quantity } = body
    return reserved(item, { reservation_id: params.id, location_id, quantity })
  })
  return reservations.update(params.id, own, (present) => {
    const isLast = held.revision > present.held_at
    return patch<typeof present>({ ...textsOf(body), ...(isLast && { ...placeIn(held.record), held_at: held.revision }) })(
      present,
    )
  })
}

const textsOf = ({ description, metadata }: Request['body']) => ({ description, metadata })
