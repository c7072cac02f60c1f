import { getVendorReservation as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { getOwnReservation } from '../own-reservation.ts'

export const getVendorReservation = implement(contract, async (request, deps: Deps) =>
  reservationAnswer(await getOwnReservation(request, deps), request, deps),
)
