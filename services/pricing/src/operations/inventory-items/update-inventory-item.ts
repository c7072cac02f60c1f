import { updateInventoryItem as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { inventoryItemAnswer } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'

export const updateInventoryItem = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return inventoryItemAnswer(await deps.inventoryItems.update(params.id, command, patch(body)), request, deps)
})
