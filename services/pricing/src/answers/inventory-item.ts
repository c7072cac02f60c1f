import { type InventoryItem, type LocationLevel, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type InventoryItemRecord, shownItem } from '../domain/inventory/inventory-item.ts'
import { plainLocation } from './stock-location-record.ts'

interface Shown {
  selection: Selection
  deadline: number
  /** The only one whose locations are shown; default: all are. */
  seller_id?: string
}
type Stores = Pick<Deps, 'stockLocations'>

/** Levels with the location that each is at: it may be gone, or another's than it is shown to. */
export async function levelsWithLocations(
  levels: readonly LocationLevel[],
  { deadline, seller_id }: Pick<Shown, 'deadline' | 'seller_id'>,
  { stockLocations }: Stores,
) {
  const ids = [...new Set(levels.map(({ location_id }) => location_id))]
  const locations = await stockLocations.list({ _id: { $in: ids }, ...(seller_id !== undefined && { seller_id }) }, deadline)
  return levels.map((level) => ({
    ...level,
    stock_locations: locations.filter(({ id }) => id === level.location_id).map(plainLocation),
  }))
}

/** Items as answers show them, each level with its location where `fields` asks for it. */
export async function shownItems(
  records: readonly InventoryItemRecord[],
  { selection, ...shown }: Shown,
  deps: Stores,
): Promise<InventoryItem[]> {
  const items = records.map(shownItem)
  if (!wants(selection, 'location_levels.stock_locations')) return items
  const all = await levelsWithLocations(
    items.flatMap(({ location_levels }) => location_levels),
    shown,
    deps,
  )
  return items.map((item) => ({ ...item, location_levels: all.filter(({ inventory_item_id }) => inventory_item_id === item.id) }))
}

export async function inventoryItemAnswer({ record, revision }: FoundRecord<InventoryItemRecord>, shown: Shown, deps: Stores) {
  const [inventory_item] = await shownItems([record], shown, deps)
  return new Answer({ inventory_item: inventory_item! }, { revision, others: othersOf(shown.selection) })
}

/** Whether the answer shows what changes without the item. */
export const othersOf = (selection: Selection) =>
  wants(selection, 'location_levels.stock_locations') ? ('anywhere' as const) : null
