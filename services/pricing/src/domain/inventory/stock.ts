import { invalidData, notAllowed } from '@souk/contracts'
import { plus, times } from '@souk/totals'
import type { VariantRecord } from '../products/product-record.ts'
import { sumOf } from './inventory-item.ts'

/**
 * How many whole units of the variant are in stock; null if its stock is not managed.
 * @param locations the ids of the locations that count; absent: all
 */
export function inventoryQuantity(
  { manage_inventory, inventory_items }: Pick<VariantRecord, 'manage_inventory' | 'inventory_items'>,
  locations?: ReadonlySet<string>,
): number | null {
  if (!manage_inventory) return null
  if (inventory_items.length === 0) return 0
  return Math.min(...inventory_items.map((one) => Math.floor(availableOf(one, locations) / Math.max(1, one.required_quantity))))
}

/** Whether this many units are in stock, including fractions of one. */
const hasStock = (
  { manage_inventory, inventory_items }: Pick<VariantRecord, 'manage_inventory' | 'inventory_items'>,
  units: number,
  locations?: ReadonlySet<string>,
): boolean =>
  !manage_inventory ||
  (inventory_items.length > 0 &&
    inventory_items.every((one) => times(units, Math.max(1, one.required_quantity)) <= availableOf(one, locations)))

function availableOf({ inventory }: VariantRecord['inventory_items'][number], locations?: ReadonlySet<string>): number {
  const levels = (inventory?.location_levels ?? []).filter(({ location_id }) => !locations || locations.has(location_id))
  return sumOf(levels.map(({ available_quantity }) => available_quantity))
}

/** The units in stock as answers show them: also null if the variant uses no inventory item, as with the peers. */
export const shownQuantity = (
  variant: Pick<VariantRecord, 'manage_inventory' | 'inventory_items'>,
  locations?: ReadonlySet<string>,
): number | null => (variant.inventory_items.length === 0 ? null : inventoryQuantity(variant, locations))

export type Stocked = Pick<VariantRecord, 'id' | 'manage_inventory' | 'allow_backorder' | 'inventory_items'>

/**
 * Whether one location lacks the stock to ship all lines of a cart: lines of the same variant share its stock. Variants on
 * backorder, unknown ones, and items that need no shipping lack nothing.
 * @param variants those of the lines; others do not matter
 */
export function lacksStockAt(
  location_id: string,
  items: readonly { variant_id: string; quantity: number }[],
  variants: readonly Stocked[],
): boolean {
  const here = new Set([location_id])
  const wanted = unitsOf(items)
  return variants.some((variant) => {
    const units = wanted.get(variant.id)
    const sent = variant.inventory_items.filter(({ inventory }) => inventory?.requires_shipping)
    if (units === undefined || variant.allow_backorder || sent.length === 0) return false
    return !hasStock({ ...variant, inventory_items: sent }, units, here)
  })
}

/** The total units of each variant in the lines. */
function unitsOf(items: readonly { variant_id: string; quantity: number }[]): Map<string, number> {
  const wanted = new Map<string, number>()
  for (const { variant_id, quantity } of items) wanted.set(variant_id, plus(wanted.get(variant_id) ?? 0, quantity))
  return wanted
}

/** A sales channel, with the ids of the locations that serve it. */
export interface ServedChannel {
  sales_channel_id: string
  locations: ReadonlySet<string>
}

/**
 * All lines of a cart together must be in stock: lines of the same variant share its stock. Variants that are not managed, or
 * that may be backordered, need none.
 * @param channel the goods must come from its locations; null: from anywhere
 * @throws not_allowed (`insufficient_inventory`); invalid_data if a variant is stocked at none of the channel's locations
 */
export function assertInStock(
  items: readonly { variant_id: string; quantity: number }[],
  variants: ReadonlyMap<string, Stocked>,
  channel: ServedChannel | null,
) {
  const wanted = unitsOf(items)
  assertServed(wanted.keys(), variants, channel)
  for (const [id, quantity] of wanted) {
    const variant = variants.get(id)
    if (variant && !needsStock(variant)) continue
    if (quantity > 0 && !(variant && hasStock(variant, quantity, channel?.locations))) throw outOfStock()
  }
}

/**
 * Variants that can only be sold while in stock must use inventory items, each of them stocked at a location of the channel.
 * Quantities are not compared. Ids that are not in `variants` are ignored.
 * @param channel null: the items may be stocked anywhere, or nowhere
 * @throws as `assertInStock`
 */
export function assertKept(ids: readonly string[], variants: ReadonlyMap<string, Stocked>, channel: ServedChannel | null) {
  assertServed(ids, variants, channel)
  for (const variant of ids.flatMap((id) => variants.get(id) ?? [])) {
    const { inventory_items } = variant
    const isKept = inventory_items.length > 0 && inventory_items.every((one) => !channel || isItemAt(one, channel.locations))
    if (needsStock(variant) && !isKept) throw outOfStock()
  }
}

/** @throws invalid_data if a variant that needs stock has none of its items at the channel's locations */
function assertServed(ids: Iterable<string>, variants: ReadonlyMap<string, Stocked>, channel: ServedChannel | null) {
  if (!channel) return
  const { sales_channel_id, locations } = channel
  for (const id of ids) {
    const variant = variants.get(id)
    if (variant && needsStock(variant) && !variant.inventory_items.some((one) => isItemAt(one, locations)))
      throw invalidData(`Sales channel ${sales_channel_id} is not associated with any stock location for variant ${id}.`)
  }
}

/** The refusal of goods of which there are too few. */
export const outOfStock = () =>
  notAllowed('Some variant does not have the required inventory', { code: 'insufficient_inventory' })

/** Whether it can only be sold while in stock. */
export const needsStock = ({ manage_inventory, allow_backorder }: Stocked): boolean => manage_inventory && !allow_backorder

const isItemAt = ({ inventory }: Stocked['inventory_items'][number], locations: ReadonlySet<string>): boolean =>
  (inventory?.location_levels ?? []).some(({ location_id }) => locations.has(location_id))
