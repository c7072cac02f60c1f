import type { VariantInventoryItem } from '@souk/contracts'
import { times } from '@souk/totals'
import type { Deps } from '../deps.ts'
import type { VariantRecord } from '../domain/products/product-record.ts'
import { type HoldOfLine, type HoldsByItem, type LineOfOrder, reservationsOf } from './line-holds.ts'

export type VariantStock = ReadonlyMap<
  string,
  Pick<VariantRecord, 'id' | 'manage_inventory' | 'allow_backorder' | 'inventory_items'>
>

interface SoldLine extends LineOfOrder {
  /** ISO 8601; undefined: when the oldest of its living reservations was made. */
  sold_at?: string | undefined
}

/**
 * The quantities that a parcel takes of its lines' holdings: for each item that is reserved for a line, or was until this very
 * pick took it, the quantity that the variant requires per unit, or one if the variant no longer uses the item. For a line
 * without reservations these are the items that its variant uses: `picked` then refuses, because the line does not hold them.
 * Goods on backorder may have been sold before an item of theirs was stocked anywhere, so that it could not be reserved: such an
 * item is taken all the same, as long as the variant may still be backordered, unless it was linked to the variant after the
 * line was sold. Another attempt of the same pick takes the same items for each line.
 */
export async function parcelHolds(
  pick_id: string,
  lines: readonly SoldLine[],
  variants: VariantStock,
  { reservations, stockPicks, inventoryItems }: Pick<Deps, 'reservations' | 'stockPicks' | 'inventoryItems'>,
  deadline: number,
): Promise<HoldsByItem> {
  const reserved = await reservations.listOfLines(lines, deadline)
  const former = await stockPicks.find(pick_id, deadline) // after the reservations: picks are recorded before removing any
  const items = await Promise.all((former?.inventory_item_ids ?? []).map((id) => inventoryItems.find(id, deadline)))
  const taken = items.flatMap((item) =>
    (item?.record.picked ?? []).flatMap((one) => (one.pick_id === pick_id ? { ...one, inventory_item_id: item!.record.id } : [])),
  )

  const holds = new Map<string, HoldOfLine[]>()
  for (const { line_item_id, variant_id, quantity, ...line } of lines) {
    const { manage_inventory = false, allow_backorder = false, inventory_items: links = [] } = variants.get(variant_id) ?? {}
    const isOf = (one: { line_item_id: string | null }) => one.line_item_id === line_item_id
    const own = reserved.filter(isOf)
    const inventory_items = manage_inventory ? links : []
    const known = [...own, ...taken.filter(isOf)]
    const sold_at = line.sold_at ?? own.map(({ created_at }) => created_at).toSorted()[0]
    const before = (former?.parts ?? []).filter(isOf)
    const isUnheldPart = ({ inventory_item_id: id, created_at }: VariantInventoryItem) =>
      before.length > 0 ? before.some((one) => one.inventory_item_id === id) : sold_at !== undefined && created_at <= sold_at
    const unheld = allow_backorder ? inventory_items.filter(isUnheldPart) : []
    const wanted = known.length + unheld.length > 0 ? [...known, ...unheld] : inventory_items
    for (const id of new Set(wanted.map(({ inventory_item_id }) => inventory_item_id))) {
      const link = links.find(({ inventory_item_id }) => inventory_item_id === id)
      const hold = {
        ...reservationsOf({ order_id: pick_id, version: 0 }, line_item_id, id, reserved),
        quantity: times(quantity, link?.required_quantity ?? 1),
        allow_backorder,
        location_ids: new Set<string>(),
        takesUnheld: allow_backorder && manage_inventory && link !== undefined,
      }
      holds.set(id, [...(holds.get(id) ?? []), hold])
    }
  }
  return holds
}
