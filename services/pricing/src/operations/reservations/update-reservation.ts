import { updateReservation as contract, OperationError } from '@souk/contracts'
import { assertMatch, derivedOpId, implement, patch, type RecordCommand } from '@souk/runtime'
import { reservationAnswer } from '../../answers/reservation.ts'
import type { Deps } from '../../deps.ts'
import { released, reserved } from '../../domain/inventory/inventory-item.ts'

/**
 * The item decides whether there is enough, in one conditional update. Of two changes that meet, the record keeps what the item saw last; a
 * reservation that was deleted meanwhile holds nothing.
 */
export const updateReservation = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { record, revision } = await deps.reservations.get(params.id, deadline)
  const { location_id = record.location_id, quantity = record.quantity, description, metadata } = body
  const isMoved = location_id !== record.location_id || quantity !== record.quantity
  const own: RecordCommand = { ...command, if_match: undefined }
  const held = isMoved
    ? await deps.inventoryItems.update(record.inventory_item_id, own, (item) => {
        assertMatch(command.if_match, revision) // of the reservation; a repeat is not decided again
        return reserved(item, { reservation_id: params.id, location_id, quantity })
      })
    : undefined
  try {
    const changed = await deps.reservations.update(params.id, held ? own : command, (present) => {
      const isLast = held !== undefined && held.revision > present.held_at
      const moved = isLast && { location_id, quantity, held_at: held.revision }
      return patch<typeof present>({ description, metadata, ...moved })(present)
    })
    return reservationAnswer(changed, request, deps)
  } catch (error) {
    if (held && error instanceof OperationError && error.kind === 'not_found') {
      const op = derivedOpId(Date.now(), command.op.text, 'release')
      await deps.inventoryItems.update(record.inventory_item_id, { ...own, op }, (item) => released(item, params.id))
    }
    throw error
  }
})
