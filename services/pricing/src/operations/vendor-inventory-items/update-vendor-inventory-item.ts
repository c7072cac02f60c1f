import { updateVendorInventoryItem as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { inventoryItemAnswer } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { assertSoleTaker } from '../own-item.ts'

export const updateVendorInventoryItem = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, selection, command, deadline } = request
  await assertSoleTaker(params.id, request, deps)
  const changed = await deps.inventoryItems.update(params.id, { ...command, missing: () => forbidden() }, patch(body))
  return inventoryItemAnswer(changed, { selection, deadline, seller_id: sellerIdOf(actor) }, deps)
})
