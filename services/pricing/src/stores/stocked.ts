import type { VariantInventoryItem } from '@souk/contracts'
import { withShownLevels } from '../domain/inventory/inventory-item.ts'
import type { InventoryItemStore } from './inventory-items.ts'

interface Stocked {
  inventory_items: VariantInventoryItem[]
}

/** Variants of products with the stock of the items that they use; deleted items are left out. */
export async function stocked<V extends Stocked, P extends { variants: V[] }>(
  products: readonly P[],
  { listOfVariants }: Pick<InventoryItemStore, 'listOfVariants'>,
  deadline: number,
): Promise<P[]> {
  const links = products.flatMap(({ variants }) => variants.flatMap(({ inventory_items }) => inventory_items))
  if (links.length === 0) return [...products]
  const ids = [...new Set(links.map(({ inventory_item_id }) => inventory_item_id))]
  const items = new Map((await listOfVariants(ids, deadline)).map((item) => [item.id, withShownLevels(item)]))
  const stock = (link: VariantInventoryItem) => {
    const inventory = items.get(link.inventory_item_id)
    return inventory ? [{ ...link, inventory }] : []
  }
  return products.map((product) => ({
    ...product,
    variants: product.variants.map((variant) =>
      variant.inventory_items.length === 0 ? variant : { ...variant, inventory_items: variant.inventory_items.flatMap(stock) },
    ),
  }))
}
