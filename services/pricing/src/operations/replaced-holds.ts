import type { Deps } from '../deps.ts'
import { sumOf } from '../domain/inventory/inventory-item.ts'
import { type HoldOfLine, type HoldsByItem, reservationsOf } from './line-holds.ts'

/**
 * Holds of zero units, which release the items that are still reserved for these lines although their variants no longer use
 * them. Lines that do not have the whole quantity reserved of each item that they use now keep what they have.
 * @param used the holds of the lines, which were carried out
 */
export async function replacedHolds(
  used: HoldsByItem,
  order: { order_id: string; version: number },
  { reservations }: Pick<Deps, 'reservations'>,
  deadline: number,
): Promise<HoldsByItem> {
  const line_item_ids = [...new Set([...used.values()].flat().map(({ line_item_id }) => line_item_id))]
  if (line_item_ids.length === 0) return new Map()
  const reserved = await reservations.list({ line_item_id: { $in: line_item_ids } }, deadline)

  const holds = new Map<string, HoldOfLine[]>()
  for (const line_item_id of line_item_ids) {
    const own = reserved.filter((one) => one.line_item_id === line_item_id)
    const unitsOf = (item_id: string) =>
      sumOf(own.filter((one) => one.inventory_item_id === item_id).map(({ quantity }) => quantity))
    const isHeld = [...used].every(([item_id, all]) =>
      all.every((hold) => hold.line_item_id !== line_item_id || unitsOf(item_id) >= hold.quantity),
    )
    const isUsed = (item_id: string) => used.get(item_id)?.some((hold) => hold.line_item_id === line_item_id)
    const former = new Set(own.flatMap(({ inventory_item_id: id }) => (isUsed(id) ? [] : id)))
    for (const id of isHeld ? former : []) {
      const nothing = { quantity: 0, allow_backorder: true, location_ids: new Set<string>() }
      const hold = { ...reservationsOf(order, line_item_id, id, own), ...nothing }
      holds.set(id, [...(holds.get(id) ?? []), hold])
    }
  }
  return holds
}
