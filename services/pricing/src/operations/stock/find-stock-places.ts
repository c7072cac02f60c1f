import { findStockPlaces as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Levels remain when their location is deleted, but nothing is sold or sent from there. */
export const findStockPlaces = implement(contract, async ({ body, deadline }, { products, stockLocations }: Deps) => {
  const found = await products.findStock(body.variant_ids, deadline)
  const variants = [...found.values()].map(({ id, manage_inventory, inventory_items }) => {
    const levels = inventory_items.flatMap(({ inventory }) => inventory?.location_levels ?? [])
    return { id, manage_inventory, location_ids: [...new Set(levels.map(({ location_id }) => location_id))] }
  })
  const ids = [...new Set(variants.flatMap(({ location_ids }) => location_ids))]
  const locations = ids.length === 0 ? [] : await stockLocations.list({ _id: { $in: ids } }, deadline)
  const living = new Set(locations.map(({ id }) => id))
  return {
    variants: variants.map((variant) => ({ ...variant, location_ids: variant.location_ids.filter((id) => living.has(id)) })),
  }
})
