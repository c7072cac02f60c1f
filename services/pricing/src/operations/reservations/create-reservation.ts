import { createReservation as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { notStocked } from '../../domain/inventory/inventory-item.ts'
import { makeReservation } from '../make-reservation.ts'

export const createReservation = implement(contract, async (request, deps: Deps) => {
  const { actor, body, deadline } = request
  const { inventory_item_id, location_id } = body
  if (!(await deps.inventoryItems.find(inventory_item_id, deadline))) throw notStocked(inventory_item_id, location_id)
  const created = await makeReservation(request, { created_by: actor.type === 'user' ? actor.id : null }, deps)
  return reservationAnswer(created, request, deps)
})
