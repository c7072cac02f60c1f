import type { Deps } from '../deps.ts'
import { withShownLevels } from '../domain/inventory/inventory-item.ts'
import { shownQuantity } from '../domain/inventory/stock.ts'
import { isShopper, type VisibleCatalogue } from '../domain/products/visible-catalogue.ts'

/** The stock of variants and inventory items that the caller may see: storefronts see only quantities. */
export function relatedStock(
  visible: VisibleCatalogue,
  { products, inventoryItems }: Pick<Deps, 'products' | 'inventoryItems'>,
  deadline: number,
) {
  return {
    'variant.inventory_quantity': async (ids: readonly string[]) => {
      const variants = await products.listStock(ids, visible.products, deadline)
      const stock = new Map(variants.map((variant) => [variant.id, shownQuantity(variant)]))
      return ids.map((id) => stock.get(id) ?? null)
    },

    'variant.inventory': async (ids: readonly string[]) => {
      const variants = isShopper(visible) ? [] : await products.listStock(ids, visible.products, deadline)
      const taken = new Map(variants.map(({ id, inventory_items }) => [id, inventory_items.map(({ inventory }) => inventory)]))
      return ids.map((id) => taken.get(id) ?? [])
    },

    'inventory.location_levels': async (ids: readonly string[]) => {
      if (isShopper(visible)) return ids.map(() => [])
      const owner = 'seller_id' in visible.products ? visible.products.seller_id : undefined
      const foreign = owner === undefined ? [] : await products.ofSeller(owner).notTaken(ids, deadline)
      const own = ids.filter((id) => !foreign.includes(id))
      const items = await inventoryItems.listOfVariants(own, deadline)
      const levels = new Map(items.map((item) => [item.id, withShownLevels(item).location_levels]))
      return ids.map((id) => levels.get(id) ?? [])
    },
  }
}
