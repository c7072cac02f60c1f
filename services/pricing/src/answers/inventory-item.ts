import { type InventoryItem, type LocationLevel, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type InventoryItemRecord, type ItemWithTotals, shownItem, withTotals } from '../domain/inventory/inventory-item.ts'
import { wholeProducts, withVisibleCategories } from './product.ts'
import { plainLocation } from './stock-location-record.ts'
import { variantsAlone } from './variant.ts'

interface Shown {
  selection: Selection
  deadline: number
  /** The only seller whose locations and products are shown; default: all are. */
  seller_id?: string
}

/** Levels, each with its location, unless that was deleted, or belongs to another seller than it is shown to. */
export async function levelsWithLocations(
  levels: readonly LocationLevel[],
  { deadline, seller_id }: Pick<Shown, 'deadline' | 'seller_id'>,
  { stockLocations }: Pick<Deps, 'stockLocations'>,
) {
  const ids = [...new Set(levels.map(({ location_id }) => location_id))]
  const locations = await stockLocations.list({ _id: { $in: ids }, ...(seller_id !== undefined && { seller_id }) }, deadline)
  return levels.map((level) => ({
    ...level,
    stock_locations: locations.filter(({ id }) => id === level.location_id).map(plainLocation),
  }))
}

/** Items as answers show them, with the locations of their levels, and the variants that use them, if `fields` asks for these. */
export async function shownItems(
  records: readonly ItemWithTotals[],
  { selection, ...shown }: Shown,
  deps: Deps,
): Promise<InventoryItem[]> {
  const plain = records.map(shownItem)
  const items = wants(selection, 'variants') ? await withVariants(plain, shown, deps) : plain
  if (!wants(selection, 'location_levels.stock_locations')) return items
  const all = await levelsWithLocations(
    items.flatMap(({ location_levels }) => location_levels),
    shown,
    deps,
  )
  return items.map((item) => ({ ...item, location_levels: all.filter(({ inventory_item_id }) => inventory_item_id === item.id) }))
}

/** Adds the variants of living products, of any status. */
async function withVariants(
  items: readonly InventoryItem[],
  { deadline, seller_id }: Pick<Shown, 'deadline' | 'seller_id'>,
  deps: Deps,
): Promise<InventoryItem[]> {
  const ids = items.map(({ id }) => id)
  const taking = await deps.products.listTaking(ids, { ...(seller_id !== undefined && { seller_id }) }, deadline)
  const whole = await wholeProducts(await deps.products.stocked(taking, deadline), deps, deadline)
  const visible = { products: {}, onlyPublicCategories: seller_id !== undefined }
  const variants = variantsAlone(whole.map((product) => withVisibleCategories(product, visible)))
  const takes = (variant: (typeof variants)[number], id: string) =>
    variant.inventory_items.some(({ inventory_item_id }) => inventory_item_id === id)
  return items.map((item) => ({ ...item, variants: variants.filter((variant) => takes(variant, item.id)) }))
}

export async function inventoryItemAnswer({ record, revision }: FoundRecord<InventoryItemRecord>, shown: Shown, deps: Deps) {
  const [inventory_item] = await shownItems([withTotals(record)], shown, deps)
  return new Answer({ inventory_item: inventory_item! }, { revision, others: othersOf(shown.selection) })
}

/** Whether the answer shows records that change independently of the item. */
export const othersOf = (selection: Selection) =>
  wants(selection, 'location_levels.stock_locations') || wants(selection, 'variants') ? ('anywhere' as const) : null
