import { deleteReservation as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeReservation } from '../remove-reservation.ts'

export const deleteReservation = implement(contract, async (request, deps: Deps) => {
  const { params, command, deadline } = request
  const known = await deps.reservations.findDeletedToo(params.id, deadline)
  const deleted = known ? await removeReservation(request, known, deps) : await deps.reservations.remove(params.id, command)
  return deletionAnswer('reservation', params.id, deleted)
})
