import { deleteInventoryItem as contract } from '@souk/contracts'
import { changeEach, deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { unreserved } from '../../domain/inventory/inventory-item.ts'

/** The item is deleted first, so that nothing more can be reserved; its reservations then hold nothing, and are deleted next. */
export const deleteInventoryItem = implement(contract, async ({ params, command, deadline }, deps: Deps) => {
  const { inventoryItems, reservations } = deps
  const deleted = await inventoryItems.remove(params.id, command, unreserved)
  const left = await reservations.list({ inventory_item_id: params.id }, deadline)
  await changeEach(
    left.map(({ id }) => id),
    command,
    (id, own) => reservations.remove(id, own),
  )
  return deletionAnswer('inventory_item', params.id, deleted)
})
