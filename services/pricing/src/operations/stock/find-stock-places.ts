import { findStockPlaces as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findStockPlaces = implement(contract, async ({ body, deadline }, { products }: Deps) => {
  const asked = new Set(body.variant_ids)
  const variants = asked.size === 0 ? [] : await products.listStock([...asked], {}, deadline)
  return {
    variants: variants
      .filter(({ id }) => asked.has(id))
      .map(({ id, manage_inventory, inventory_items }) => {
        const levels = inventory_items.flatMap(({ inventory }) => inventory?.location_levels ?? [])
        return { id, manage_inventory, location_ids: [...new Set(levels.map(({ location_id }) => location_id))] }
      }),
  }
})
