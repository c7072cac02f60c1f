import { updateReservation as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { changeReservation } from '../change-reservation.ts'

export const updateReservation = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  const found = await deps.reservations.find(params.id, deadline)
  if (!found) throw invalidData(`Reservation item with id ${params.id} not found`)
  return reservationAnswer(await changeReservation(request, found, deps), request, deps)
})
