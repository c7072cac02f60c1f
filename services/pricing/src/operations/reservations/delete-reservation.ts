import { deleteReservation as contract } from '@souk/contracts'
import { changeEach, deletionAnswer, implement, type RequestOf, unlessGone } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { released } from '../../domain/inventory/inventory-item.ts'
import { bothWrites } from '../settle-reservation.ts'

/** The record of a deleted one tells which item may still hold stock for it: the process that deleted it may have ended there. */
export const deleteReservation = implement(contract, async (request, deps: Deps) => {
  const { params, command, deadline } = request
  const known = await deps.reservations.findDeletedToo(params.id, deadline)
  const deleted = known
    ? await bothWrites({ ...known, reservation_id: params.id }, command, deps, () => removed(request, known, deps))
    : await deps.reservations.remove(params.id, command)
  return deletionAnswer('reservation', params.id, deleted)
})

/** The record goes first, so that a change which comes meanwhile finds it gone and holds nothing. */
async function removed(
  { params, command }: RequestOf<typeof contract>,
  { inventory_item_id }: { inventory_item_id: string },
  { reservations, inventoryItems }: Deps,
) {
  const deleted = await reservations.remove(params.id, command)
  await changeEach([inventory_item_id], command, (id, own) =>
    inventoryItems.update(id, own, (item) => released(item, params.id)).catch(unlessGone),
  )
  return deleted
}
