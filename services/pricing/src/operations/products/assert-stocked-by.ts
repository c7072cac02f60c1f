import { invalidData, type NewVariantInput } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { missingItems } from '../inventory-items/assert-items.ts'

type Variants = readonly Pick<NewVariantInput, 'inventory_items'>[] | undefined

/** @throws invalid_data, naming the inventory items of new variants that are not there */
export async function assertStockedBy(variants: Variants, deps: Pick<Deps, 'inventoryItems'>, deadline: number) {
  const named = variants?.flatMap(({ inventory_items = [] }) => inventory_items) ?? []
  const ids = [...new Set(named.map(({ inventory_item_id }) => inventory_item_id))]
  const missing = await missingItems(ids, deps, deadline)
  if (missing.length > 0) throw invalidData(`Inventory Items with ids: ${missing.join(', ')} was not found`)
}
