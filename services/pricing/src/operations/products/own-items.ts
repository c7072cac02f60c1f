import type { NewVariantInput } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { ownItems, takesOwnItem } from '../../domain/inventory/own-item.ts'
import type { VariantRecord } from '../../domain/products/product-record.ts'

export interface MadeVariant {
  input: Pick<NewVariantInput, 'manage_inventory' | 'inventory_items'>
  /** Undefined: it has been deleted again. */
  variant: VariantRecord | undefined
}

/**
 * Creates the inventory items that new variants get of their own. The variants are written first: until their items exist they
 * have no stock, and no refused variant leaves an item behind. After a failure a repeat of the same request does the rest.
 */
export async function makeOwnItems(
  made: readonly MadeVariant[],
  { inventoryItems }: Pick<Deps, 'inventoryItems'>,
  deadline: number,
) {
  const variants = made.flatMap(({ input, variant }) => (variant && takesOwnItem(input) ? [variant] : []))
  await inventoryItems.insertOnce(ownItems(variants), deadline)
}
