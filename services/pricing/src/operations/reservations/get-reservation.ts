import { getReservation as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'

export const getReservation = implement(contract, async (request, deps: Deps) =>
  reservationAnswer(await deps.reservations.get(request.params.id, request.deadline), request, deps),
)
