import { updateReservation as contract, invalidData } from '@souk/contracts'
import { assertMatch, implement, patch, type RecordCommand, type RequestOf } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { reserved } from '../../domain/inventory/inventory-item.ts'
import { bothWrites } from '../settle-reservation.ts'

type Request = RequestOf<typeof contract>

export const updateReservation = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const found = await deps.reservations.find(params.id, deadline)
  if (!found) throw invalidData(`Reservation item with id ${params.id} not found`)
  const { record, revision } = found
  const { inventory_item_id, location_id, quantity } = record
  const place = { location_id: body.location_id ?? location_id, quantity: body.quantity ?? quantity }
  const isMoved = place.location_id !== location_id || place.quantity !== quantity
  const changed = isMoved
    ? await bothWrites({ reservation_id: params.id, inventory_item_id }, command, deps, () =>
        moved(request, { inventory_item_id, revision, ...place }, deps),
      )
    : await deps.reservations.update(params.id, command, patch(textsOf(body)))
  return reservationAnswer(changed, request, deps)
})

interface Move {
  inventory_item_id: string
  /** The revision of the reservation as it was read. */
  revision: number
  location_id: string
  quantity: number
}

/**
 * The item decides whether there is enough, in one conditional update. Of two changes that meet, the record keeps the later one
 * by the item's revision; a reservation that was deleted meanwhile holds nothing.
 */
async function moved(
  { params, body, command }: Request,
  { inventory_item_id, revision, ...place }: Move,
  { inventoryItems, reservations }: Deps,
) {
  const own: RecordCommand = { ...command, if_match: undefined }
  const held = await inventoryItems.update(inventory_item_id, own, (item) => {
    assertMatch(command.if_match, revision) // of the reservation; a repeat is not decided again
    return reserved(item, { reservation_id: params.id, ...place })
  })
  return reservations.update(params.id, own, (present) => {
    const isLast = held.revision > present.held_at
    return patch<typeof present>({ ...textsOf(body), ...(isLast && { ...place, held_at: held.revision }) })(present)
  })
}

const textsOf = ({ description, metadata }: Request['body']) => ({ description, metadata })
