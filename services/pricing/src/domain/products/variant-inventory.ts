import { type DecisionContext, notFound, type VariantInventoryItem } from '@souk/contracts'
import { variantOf } from './changed-product.ts'
import type { ProductRecord, VariantRecord } from './product-record.ts'
import { newLink, type TakenInventory } from './variant-inventory-link.ts'

/** The product with a variant that takes this quantity of the item; the very same one if nothing changes. @throws not_found */
export function withInventoryItem(
  product: ProductRecord,
  variantId: string,
  taken: TakenInventory,
  context: DecisionContext,
): ProductRecord {
  const variant = variantOf(product, variantId)
  const present = linkOf(variant, taken.inventory_item_id)
  return present
    ? withRequired(product, variant, present, taken.required_quantity, context.now)
    : withLinks(product, variant, [...variant.inventory_items, newLink(variantId, taken, context)], context.now)
}

/** The product with another quantity of an item that the variant already takes. @throws not_found */
export function withRequiredQuantity(
  product: ProductRecord,
  variantId: string,
  taken: TakenInventory,
  now: string,
): ProductRecord {
  const variant = variantOf(product, variantId)
  const present = linkOf(variant, taken.inventory_item_id)
  if (!present) throw notFound('Could not find all existing links from data')
  return withRequired(product, variant, present, taken.required_quantity, now)
}

/**
 * The product with a variant that no longer takes the item; the very same one if it does not take it anyway.
 * @throws not_found for a variant that does not exist
 */
export function withoutInventoryItem(product: ProductRecord, variantId: string, itemId: string, now: string): ProductRecord {
  const variant = variantOf(product, variantId)
  if (!linkOf(variant, itemId)) return product
  const left = variant.inventory_items.filter(({ inventory_item_id }) => inventory_item_id !== itemId)
  return withLinks(product, variant, left, now)
}

const linkOf = ({ inventory_items }: VariantRecord, itemId: string) =>
  inventory_items.find(({ inventory_item_id }) => inventory_item_id === itemId)

function withRequired(
  product: ProductRecord,
  variant: VariantRecord,
  link: VariantInventoryItem,
  required_quantity: number,
  now: string,
): ProductRecord {
  if (link.required_quantity === required_quantity) return product
  const changed = variant.inventory_items.map((one) => (one === link ? { ...link, required_quantity, updated_at: now } : one))
  return withLinks(product, variant, changed, now)
}

const withLinks = (
  product: ProductRecord,
  variant: VariantRecord,
  inventory_items: VariantInventoryItem[],
  updated_at: string,
): ProductRecord => ({
  ...product,
  variants: product.variants.map((one) => (one === variant ? { ...variant, inventory_items, updated_at } : one)),
})
