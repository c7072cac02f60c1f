import type { NewVariantInput } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { ownItems, takesOwnItem } from '../../domain/inventory/own-item.ts'
import { livingVariants } from '../../domain/products/product.ts'
import type { ProductRecord, VariantRecord } from '../../domain/products/product-record.ts'

export interface MadeVariant {
  input: Pick<NewVariantInput, 'manage_inventory' | 'inventory_items'>
  /** Undefined: it has been deleted again. */
  variant: VariantRecord | undefined
}

/**
 * The variants of a new product, as they are by now.
 * @param planned the product as it was to be created @param present undefined: it has been deleted again
 */
export function variantsOfNew(
  inputs: readonly MadeVariant['input'][] | undefined,
  planned: Pick<ProductRecord, 'variants'>,
  present: ProductRecord | undefined,
): MadeVariant[] {
  const living = present?.deleted_at === null ? livingVariants(present) : []
  const known = new Map(living.map((variant) => [variant.id, variant]))
  return (inputs ?? []).map((input, at) => ({ input, variant: known.get(planned.variants[at]!.id) }))
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
