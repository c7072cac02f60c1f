import { changeEach, newCommand, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { unreserved } from '../../domain/inventory/inventory-item.ts'

interface Request {
  params: { id: string }
  command: RecordCommand
  deadline: number
}

/**
 * The item is deleted first, so that nothing more can be reserved; its reservations then hold nothing, and are deleted next.
 * @returns undefined if another request has already deleted it, or it never existed
 * @throws invalid_data while any of it is reserved
 */
export async function removeItem({ params, command, deadline }: Request, { inventoryItems, reservations }: Deps) {
  const deleted = await inventoryItems.remove(params.id, command, unreserved)
  const left = await reservations.list({ inventory_item_id: params.id }, deadline)
  await changeEach(
    left.map(({ id }) => id),
    deleted ? command : newCommand(deadline), // what another request has left is no outcome of this one
    (id, own) => reservations.remove(id, own),
  )
  return deleted
}
