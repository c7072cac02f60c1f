import { listReservations as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownReservations } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { withFoundWords } from './found-words.ts'

export const listReservations = implement(contract, async ({ query, deadline }, deps: Deps) => {
  const asked = await withFoundWords(query, deps, deadline)
  const { records, ...page } = await deps.reservations.page(asked, deadline, (found, until) =>
    shownReservations(found, until, deps),
  )
  return { reservations: records, ...page }
})
