import { type Actor, forbidden, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../deps.ts'

interface Levels {
  inventory_item_ids: readonly string[]
  location_ids: readonly string[]
  /** Ids of levels. */
  gone?: readonly string[]
}
interface Caller {
  actor: Actor
  deadline: number
}

/** Asserts that the caller's products use the items, and that the locations are the caller's. @throws forbidden */
export async function assertOwnLevels({ inventory_item_ids, location_ids, gone = [] }: Levels, caller: Caller, deps: Deps) {
  const { actor, deadline } = caller
  const seller_id = sellerIdOf(actor)
  const holders = gone.length === 0 ? [] : await deps.inventoryItems.list({ 'location_levels.id': { $in: [...gone] } }, deadline)
  const leaving = holders.flatMap(({ location_levels }) => location_levels.filter(({ id }) => gone.includes(id)))
  const items = [...new Set([...inventory_item_ids, ...holders.map(({ id }) => id)])]
  const locations = [...new Set([...location_ids, ...leaving.map(({ location_id }) => location_id)])]
  const [foreign, living, own] = await Promise.all([
    deps.products.ofSeller(seller_id).notTaken(items, deadline),
    deps.inventoryItems.listWithTotals(items, deadline),
    deps.stockLocations.list({ _id: { $in: locations }, seller_id }, deadline),
  ])
  if (foreign.length > 0 || living.length < items.length || own.length < locations.length) throw forbidden()
}
