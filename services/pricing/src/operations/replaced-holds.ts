import type { Deps } from '../deps.ts'
import { sumOf } from '../domain/inventory/inventory-item.ts'
import type { ReservationRecord } from '../stores/reservations.ts'
import { type HoldOfLine, type HoldsByItem, type LineOfOrder, reservationsOf } from './line-holds.ts'

interface Order {
  order_id: string
  version: number
}
type Stores = Pick<Deps, 'products' | 'reservations'>

/**
 * Holds of zero units, which release the items that are still reserved for these lines although their variants no longer use
 * them. Lines that do not have the whole quantity reserved of each item that they use now keep what they have. If the variant is
 * no longer managed, they keep it as long as it is enough for all of their units. If it was deleted, or is managed without an
 * item, they keep it in any case.
 * @param used the holds of the lines, which were carried out
 */
export async function replacedHolds(
  lines: readonly LineOfOrder[],
  used: HoldsByItem,
  order: Order,
  { products, reservations }: Stores,
  deadline: number,
): Promise<HoldsByItem> {
  if (lines.length === 0) return new Map()
  const reserved = await reservations.listOfLines(lines, deadline)
  const former = lines.filter((line) => formerItems(line, used, reserved).length > 0)
  const bare = former.filter((line) => usedBy(line, used).length === 0).map(({ variant_id }) => variant_id)
  const variants = await products.findStock(bare, deadline)
  const isUnmanaged = (id: string) => variants.get(id)?.manage_inventory === false

  const unitsOf = (line_item_id: string, item_id: string) =>
    sumOf(
      reserved
        .filter((one) => one.line_item_id === line_item_id && one.inventory_item_id === item_id)
        .map(({ quantity }) => quantity),
    )
  const isReplaced = (line: LineOfOrder) => {
    const own = usedBy(line, used)
    if (own.length === 0)
      return (
        isUnmanaged(line.variant_id) &&
        formerItems(line, used, reserved).some((id) => unitsOf(line.line_item_id, id) < line.quantity)
      )
    return own.every(({ item_id, hold }) => unitsOf(line.line_item_id, item_id) >= hold.quantity)
  }
  const released = former.filter(isReplaced).map((line) => ({ ...line, quantity: 0 }))
  return holdsOfFormer(released, used, reserved, order)
}

/**
 * Holds of the items that are reserved for these lines although their variants no longer use them: as many units as the line has,
 * because a parcel takes one per unit.
 * @param used the holds of the lines
 */
export async function formerHolds(
  lines: readonly LineOfOrder[],
  used: HoldsByItem,
  order: Order,
  { reservations }: Pick<Stores, 'reservations'>,
  deadline: number,
): Promise<HoldsByItem> {
  if (lines.length === 0) return new Map()
  return holdsOfFormer(lines, used, await reservations.listOfLines(lines, deadline), order)
}

const usedBy = ({ line_item_id }: LineOfOrder, used: HoldsByItem) =>
  [...used].flatMap(([item_id, all]) =>
    all.filter((hold) => hold.line_item_id === line_item_id).map((hold) => ({ item_id, hold })),
  )

/** The ids of the items that are reserved for the line, and that it does not use. */
function formerItems(line: LineOfOrder, used: HoldsByItem, reserved: readonly ReservationRecord[]): string[] {
  const own = reserved.filter(({ line_item_id }) => line_item_id === line.line_item_id)
  const now = new Set(usedBy(line, used).map(({ item_id }) => item_id))
  return [...new Set(own.map(({ inventory_item_id }) => inventory_item_id))].filter((id) => !now.has(id))
}

function holdsOfFormer(
  lines: readonly LineOfOrder[],
  used: HoldsByItem,
  reserved: readonly ReservationRecord[],
  order: Order,
): HoldsByItem {
  const holds = new Map<string, HoldOfLine[]>()
  for (const line of lines)
    for (const id of formerItems(line, used, reserved)) {
      const units = { quantity: line.quantity, allow_backorder: true, location_ids: new Set<string>() }
      const hold = { ...reservationsOf(order, line.line_item_id, id, reserved), ...units }
      holds.set(id, [...(holds.get(id) ?? []), hold])
    }
  return holds
}
