import { getVendorInventoryItem as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inventoryItemAnswer } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { getOwnItem } from '../own-item.ts'

export const getVendorInventoryItem = implement(contract, async (request, deps: Deps) => {
  const { params, actor, selection, deadline } = request
  const found = await getOwnItem(params.id, request, deps)
  return inventoryItemAnswer(found, { selection, deadline, seller_id: sellerIdOf(actor) }, deps)
})
