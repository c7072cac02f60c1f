import { invalidData, type NewVariantInput } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

type Variants = readonly Pick<NewVariantInput, 'inventory_items'>[] | undefined

/** @throws invalid_data, naming the inventory items of new variants that are not there */
export async function assertStockedBy(variants: Variants, { inventoryItems }: Pick<Deps, 'inventoryItems'>, deadline: number) {
  const named = variants?.flatMap(({ inventory_items = [] }) => inventory_items) ?? []
  if (named.length === 0) return
  const ids = [...new Set(named.map(({ inventory_item_id }) => inventory_item_id))]
  const found = new Set((await inventoryItems.list({ _id: { $in: ids } }, deadline)).map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) throw invalidData(`Inventory Items with ids: ${missing.join(', ')} was not found`)
}
