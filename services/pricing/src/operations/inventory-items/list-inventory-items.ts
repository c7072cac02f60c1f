import { listInventoryItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownItems } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'

export const listInventoryItems = implement(contract, async ({ query, selection, deadline }, deps: Deps) => {
  const { records, ...page } = await deps.inventoryItems.page(query, deadline, (found, until) =>
    shownItems(found, { selection, deadline: until }, deps),
  )
  return { inventory_items: records, ...page }
})
