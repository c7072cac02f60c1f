import { deleteVendorInventoryItem as contract, forbidden } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeItem } from '../inventory-items/remove-item.ts'
import { assertSoleTaker } from '../own-item.ts'

/** A repeat of the request succeeds, since products still refer to the item. One that another request deleted is refused. */
export const deleteVendorInventoryItem = implement(contract, async (request, deps: Deps) => {
  const { id } = request.params
  await assertSoleTaker(id, request, deps)
  const deleted = await removeItem(request, deps)
  if (!deleted) throw forbidden()
  return deletionAnswer('inventory_item', id, deleted)
})
