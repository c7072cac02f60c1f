import { deleteVendorReservation as contract, forbidden } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { KnownReservation } from '../../stores/reservations.ts'
import { assertOwn, isOfMember } from '../own-reservation.ts'
import { removeReservation } from '../remove-reservation.ts'

/** A repeat of the request that deleted it succeeds; one that was deleted before is refused like one that never was. */
export const deleteVendorReservation = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  const known = await deps.reservations.findDeletedToo(params.id, deadline)
  await assertOwn(known, request, deps)
  const { inventory_item_id } = known!
  if (isOfOrder(known!) && (await deps.reservations.find(params.id, deadline)))
    throw forbidden('Cancel order first to delete reservation.')
  const deleted = await removeReservation(request, { inventory_item_id }, deps)
  if (!deleted) throw forbidden()
  return deletionAnswer('reservation', params.id, deleted)
})

/** For a line, and not reserved by a member: orders reserve in the name of an administrator, or of nobody. */
const isOfOrder = (known: KnownReservation) => known.line_item_id !== null && !isOfMember(known)
