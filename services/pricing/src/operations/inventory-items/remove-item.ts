import { changeEach, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { unreserved } from '../../domain/inventory/inventory-item.ts'

interface Request {
  params: { id: string }
  command: RecordCommand
  deadline: number
}

/**
 * The item goes first, so that nothing is reserved of it any more; its reservations then hold nothing, and follow.
 * @returns undefined when it was deleted before, by another request, or never existed
 * @throws invalid_data while something of it is reserved
 */
export async function removeItem({ params, command, deadline }: Request, { inventoryItems, reservations }: Deps) {
  const deleted = await inventoryItems.remove(params.id, command, unreserved)
  const left = await reservations.list({ inventory_item_id: params.id }, deadline)
  await changeEach(
    left.map(({ id }) => id),
    command,
    (id, own) => reservations.remove(id, own),
  )
  return deleted
}
