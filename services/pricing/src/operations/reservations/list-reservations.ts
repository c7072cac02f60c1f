import { listReservations as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownReservations } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'

export const listReservations = implement(contract, async ({ query, deadline }, deps: Deps) => {
  const { records, ...page } = await deps.reservations.page(query, deadline, (found, until) =>
    shownReservations(found, until, deps),
  )
  return { reservations: records, ...page }
})
