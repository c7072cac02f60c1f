import { listInventoryItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownItems } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import type { ItemWithTotals } from '../../domain/inventory/inventory-item.ts'
import { keptCount } from '../kept-lists.ts'

export const listInventoryItems = implement(contract, async ({ query, selection, deadline }, deps: Deps) => {
  const show = (found: readonly ItemWithTotals[], until: number) => shownItems(found, { selection, deadline: until }, deps)
  // The results of a filter change with the stock, whose changes are not noticed.
  const isWhole = query.filter.length === 0 && query.q === undefined
  const known = isWhole ? { keptCount: keptCount([contract.name], query, deps) } : {}
  const { records, ...page } = await deps.inventoryItems.page(query, deadline, show, {}, known)
  return { inventory_items: records, ...page }
})
