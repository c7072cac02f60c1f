import { getInventoryItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inventoryItemAnswer } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'

export const getInventoryItem = implement(contract, async (request, deps: Deps) =>
  inventoryItemAnswer(await deps.inventoryItems.get(request.params.id, request.deadline), request, deps),
)
