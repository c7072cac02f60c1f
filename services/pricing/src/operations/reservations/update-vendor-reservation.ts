import { updateVendorReservation as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { changeReservation } from '../change-reservation.ts'
import { getOwnReservation } from '../own-reservation.ts'

/** Another seller's location is refused (403) like one that does not exist. */
export const updateVendorReservation = implement(contract, async (request, deps: Deps) => {
  const { body, actor, deadline } = request
  const { location_id } = body
  const [found, location] = await Promise.all([
    getOwnReservation(request, deps),
    location_id === undefined ? undefined : deps.stockLocations.ofSeller(sellerIdOf(actor)).find(location_id, deadline),
  ])
  const isMoved = location_id !== undefined && location_id !== found.record.location_id
  if (isMoved && !location) throw forbidden()
  return reservationAnswer(await changeReservation(request, found, deps), request, deps)
})
