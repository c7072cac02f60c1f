import type { BodyOf, updateReservation } from '@souk/contracts'
import { assertMatch, type FoundRecord, patch, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { reserved } from '../domain/inventory/inventory-item.ts'
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
  { record, revision }: FoundRecord<ReservationRecord>,
  deps: Deps,
): Promise<FoundRecord<ReservationRecord>> {
  const { params, body, command } = request
  const { inventory_item_id, location_id, quantity } = record
  const place = { location_id: body.location_id ?? location_id, quantity: body.quantity ?? quantity }
  const isMoved = place.location_id !== location_id || place.quantity !== quantity
  return isMoved
    ? bothWrites({ reservation_id: params.id, inventory_item_id }, command, deps, () =>
        moved(request, { inventory_item_id, revision, ...place }, deps),
      )
    : deps.reservations.update(params.id, command, patch(textsOf(body)))
}

interface Move {
  inventory_item_id: string
  /** The revision of the reservation when it was read. */
  revision: number
  location_id: string
  quantity: number
}

/**
 * The item decides whether there is enough, in one conditional update. Of two concurrent changes, the record keeps the later one
 * by the item's revision; a reservation that was deleted in the meantime holds nothing.
 */
async function moved(
  { params, body, command }: Request,
  { inventory_item_id, revision, ...place }: Move,
  { inventoryItems, reservations }: Deps,
) {
  const own: RecordCommand = { ...command, if_match: undefined }
  const held = await inventoryItems.update(inventory_item_id, own, (item) => {
    assertMatch(command.if_match, revision) // that of the reservation; a repeat is not decided again
    return reserved(item, { reservation_id: params.id, ...place })
  })
  return reservations.update(params.id, own, (present) => {
    const isLast = held.revision > present.held_at
    return patch<typeof present>({ ...textsOf(body), ...(isLast && { ...place, held_at: held.revision }) })(present)
  })
}

const textsOf = ({ description, metadata }: Request['body']) => ({ description, metadata })
