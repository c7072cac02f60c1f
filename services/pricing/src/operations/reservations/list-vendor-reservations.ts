import { listVendorReservations as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownReservations } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { amongOwn } from '../own-reservation.ts'
import { withFoundWords } from './found-words.ts'

export const listVendorReservations = implement(contract, async (request, deps: Deps) => {
  const { query, actor, deadline } = request
  const ids = await deps.products.ofSeller(sellerIdOf(actor)).inventoryItemIds(deadline)
  const { records, ...page } = await deps.reservations.page(
    await withFoundWords(query, deps, deadline, ids),
    deadline,
    (found, until) => shownReservations(found, until, deps),
    await amongOwn(ids, request, deps),
  )
  return { reservations: records, ...page }
})
