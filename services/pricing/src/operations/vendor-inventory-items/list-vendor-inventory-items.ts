import { listVendorInventoryItems as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownItems } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'

export const listVendorInventoryItems = implement(contract, async ({ query, actor, selection, deadline }, deps: Deps) => {
  const seller_id = sellerIdOf(actor)
  const ids = await deps.products.ofSeller(seller_id).inventoryItemIds(deadline)
  const show = (found: Parameters<typeof shownItems>[0], until: number) =>
    shownItems(found, { selection, deadline: until, seller_id }, deps)
  const { records, ...page } = await deps.inventoryItems.page(query, deadline, show, { _id: { $in: ids } })
  return { inventory_items: records, ...page }
})
