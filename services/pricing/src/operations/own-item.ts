import { type Actor, forbidden, sellerIdOf } from '@souk/contracts'
import type { FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { InventoryItemRecord } from '../domain/inventory/inventory-item.ts'

interface Caller {
  actor: Actor
  deadline: number
}
type Stores = Pick<Deps, 'products' | 'inventoryItems'>
type Found = FoundRecord<InventoryItemRecord>

/** An inventory item that a product of the caller's seller uses; undefined for others, and for missing ones alike. */
export async function findOwnItem(id: string, { actor, deadline }: Caller, { products, inventoryItems }: Stores) {
  const [found, isOwn] = await Promise.all([
    inventoryItems.find(id, deadline),
    products.ofSeller(sellerIdOf(actor)).takes(id, deadline),
  ])
  return isOwn ? found : undefined
}

/** The same. @throws forbidden */
export async function getOwnItem(id: string, caller: Caller, stores: Stores): Promise<Found> {
  const found = await findOwnItem(id, caller, stores)
  if (!found) throw forbidden()
  return found
}

/**
 * Asserts that products of the caller's seller use the item, and no others do: only the marketplace changes shared items. Deleted
 * items pass as well, since products still refer to them.
 * @throws forbidden
 */
export async function assertSoleTaker(id: string, { actor, deadline }: Caller, { products }: Pick<Stores, 'products'>) {
  if (!(await products.ofSeller(sellerIdOf(actor)).takesAlone(id, deadline))) throw forbidden()
}
