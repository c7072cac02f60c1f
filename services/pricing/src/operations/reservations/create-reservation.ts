import { createReservation as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { reserved } from '../../domain/inventory/inventory-item.ts'

/** One conditional update of the item reserves; what is said of it follows. A repeat of the same request does what is left. */
export const createReservation = implement(contract, async (request, deps: Deps) => {
  const { body, command, newIds, actor } = request
  const { inventory_item_id, location_id, quantity, line_item_id = null, description = null, metadata = null } = body
  const reservation_id = newIds()('resitem')
  const { revision: held_at } = await deps.inventoryItems.update(inventory_item_id, command, (item) =>
    reserved(item, { reservation_id, location_id, quantity }),
  )
  const created_by = actor.type === 'user' ? actor.id : null
  const said = { inventory_item_id, location_id, quantity, line_item_id, description, metadata, created_by, held_at }
  return reservationAnswer(await deps.reservations.create(said, request), request, deps)
})
