import { createVendorReservation as contract, forbidden, notFound, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { makeReservation } from '../make-reservation.ts'
import { findOwnItem } from '../own-item.ts'
import { ownLocations } from '../stock-locations/own-locations.ts'

/**
 * Another seller's item, location (403) or line item (404) is refused like one that does not exist. Lines must be the seller's,
 * because the parcels of a line's order use up what is reserved for it, and canceling that order releases it.
 */
export const createVendorReservation = implement(contract, async (request, deps: Deps) => {
  const { body, actor, deadline } = request
  const { inventory_item_id, location_id, line_item_id } = body
  const [item, location, isOwnLine] = await Promise.all([
    findOwnItem(inventory_item_id, request, deps),
    ownLocations(request, deps).find(location_id, deadline),
    line_item_id == null || deps.orders.hasLine(sellerIdOf(actor), line_item_id, request.passOn()),
  ])
  if (!item || !location) throw forbidden()
  if (!isOwnLine) throw notFound(`Line item with id: ${line_item_id} was not found`)
  const by = { created_by: actor.type === 'member' ? actor.id : null, seller_id: sellerIdOf(actor) }
  return reservationAnswer(await makeReservation(request, by, deps), request, deps)
})
