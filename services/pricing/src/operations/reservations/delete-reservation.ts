import { deleteReservation as contract, OperationError } from '@souk/contracts'
import { Answer, changeEach, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { released } from '../../domain/inventory/inventory-item.ts'

/** The record goes first, so that a change which comes meanwhile finds it gone and holds nothing; a repeat does what is left. */
export const deleteReservation = implement(
  contract,
  async ({ params, command, deadline }, { reservations, inventoryItems }: Deps) => {
    const present = await reservations.find(params.id, deadline)
    const deleted = await reservations.remove(params.id, command)
    const record = deleted?.record ?? present?.record
    if (record) {
      await changeEach([record.inventory_item_id], command, (id, own) =>
        inventoryItems.update(id, own, (item) => released(item, params.id)).catch(unlessGone),
      )
    }
    return new Answer(
      { id: params.id, object: 'reservation' as const, deleted: true as const },
      deleted && { revision: deleted.revision },
    )
  },
)

/** An item that was deleted holds nothing. */
function unlessGone(error: unknown) {
  if (!(error instanceof OperationError && error.kind === 'not_found')) throw error
}
