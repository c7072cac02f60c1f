import type { BodyOf, prepareRestock } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { levelAt } from '../domain/inventory/inventory-item.ts'
import { type HoldsByItem, holdsOf } from './line-holds.ts'

type Goods = Pick<BodyOf<typeof prepareRestock>, 'order_id' | 'location_id' | 'seller_id' | 'lines'>

interface RestockPlace {
  /** The items that the goods use; none for variants that are not managed, or that were deleted. */
  holds: HoldsByItem
  /** The items that are stocked at the location. */
  inventory_item_ids: string[]
  /** Whether the location is the seller's; true for any that is not deleted if no seller is named. */
  is_own: boolean
  /** Whether the goods can be taken in there: all of their remaining items, or some. */
  is_restockable: boolean
}

/** Determines which goods that a customer sent back can be taken in at a location. */
export async function restockPlace(
  { order_id, location_id, seller_id, lines }: Goods,
  deps: Deps,
  deadline: number,
): Promise<RestockPlace> {
  const [holds, is_own] = await Promise.all([
    holdsOf(lines, { order_id, version: 0, sales_channel_id: null }, deps, deadline),
    isOwn({ location_id, seller_id }, deps, deadline),
  ])
  const items = await Promise.all([...holds.keys()].map((id) => deps.inventoryItems.find(id, deadline)))
  const living = items.flatMap((item) => item?.record ?? [])
  const stocked = location_id === null ? [] : living.filter((item) => levelAt(item, location_id))
  return {
    holds,
    inventory_item_ids: stocked.map(({ id }) => id),
    is_own,
    is_restockable: holds.size === 0 || (is_own && (stocked.length > 0 || living.length === 0)),
  }
}

async function isOwn(
  { location_id, seller_id }: Pick<Goods, 'location_id' | 'seller_id'>,
  { stockLocations }: Pick<Deps, 'stockLocations'>,
  deadline: number,
): Promise<boolean> {
  if (location_id === null) return false
  const reached = seller_id === undefined ? stockLocations : stockLocations.ofSeller(seller_id)
  return (await reached.find(location_id, deadline)) !== undefined
}
