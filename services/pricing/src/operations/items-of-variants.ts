import { invalidData, type NewVariantInput } from '@souk/contracts'

/** The ids of the inventory items that these variants should use, each once. */
export function itemIdsOf(variants: readonly Pick<NewVariantInput, 'inventory_items'>[] = []): string[] {
  const named = variants.flatMap(({ inventory_items = [] }) => inventory_items)
  return [...new Set(named.map(({ inventory_item_id }) => inventory_item_id))]
}

/** @param unknown items that variants cannot use @throws invalid_data, naming them, if there are any */
export function assertNoneUnknown(unknown: readonly string[]) {
  if (unknown.length > 0) throw invalidData(`Inventory Items with ids: ${unknown.join(', ')} was not found`)
}
