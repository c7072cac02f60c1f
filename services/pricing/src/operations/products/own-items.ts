import type { NewVariantInput } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { ownItems, takesOwnItem } from '../../domain/inventory/own-item.ts'
import type { VariantRecord } from '../../domain/products/product-record.ts'

export interface MadeVariant {
  input: Pick<NewVariantInput, 'manage_inventory' | 'inventory_items'>
  /** Undefined: it is deleted again. */
  variant: VariantRecord | undefined
}

/**
 * Makes the inventory items that new variants get of their own. The variants are written before: until their items are, they have
 * no stock, and no variant that is refused leaves an item behind. A repeat of the same request does the rest after a failure.
 */
export async function makeOwnItems(
  made: readonly MadeVariant[],
  { inventoryItems }: Pick<Deps, 'inventoryItems'>,
  deadline: number,
) {
  const variants = made.flatMap(({ input, variant }) => (variant && takesOwnItem(input) ? [variant] : []))
  await inventoryItems.insertOnce(ownItems(variants), deadline)
}
