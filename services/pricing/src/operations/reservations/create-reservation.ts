import { createReservation as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { makeReservation } from '../make-reservation.ts'

export const createReservation = implement(contract, async (request, deps: Deps) => {
  const { actor } = request
  const created = await makeReservation(request, actor.type === 'user' ? actor.id : null, deps)
  return reservationAnswer(created, request, deps)
})
