import { deleteInventoryItem as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeItem } from './remove-item.ts'

export const deleteInventoryItem = implement(contract, async (request, deps: Deps) =>
  deletionAnswer('inventory_item', request.params.id, await removeItem(request, deps)),
)
