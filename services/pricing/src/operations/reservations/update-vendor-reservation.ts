import { updateVendorReservation as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { notStocked } from '../../domain/inventory/inventory-item.ts'
import { changeReservation } from '../change-reservation.ts'
import { getOwnReservation } from '../own-reservation.ts'

/** Another seller's location is refused like one at which the item is not stocked. */
export const updateVendorReservation = implement(contract, async (request, deps: Deps) => {
  const { body, actor, deadline } = request
  const { location_id } = body
  const [found, location] = await Promise.all([
    getOwnReservation(request, deps),
    location_id === undefined ? undefined : deps.stockLocations.ofSeller(sellerIdOf(actor)).find(location_id, deadline),
  ])
  const { inventory_item_id, location_id: present } = found.record
  if (location_id !== undefined && location_id !== present && !location) throw notStocked(inventory_item_id, location_id)
  return reservationAnswer(await changeReservation(request, found, deps), request, deps)
})
