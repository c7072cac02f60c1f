import { OperationError } from '@souk/contracts'
import { minus } from '@souk/totals'
import { availableAt, type InventoryItemRecord, released, reserved, sumOf } from './inventory-item.ts'
import { outOfStock } from './stock.ts'

/** The quantity of one item that a line of an order should hold. */
export interface LineHold {
  /** The ids of the line's reservations, followed by that of the one that it may get. */
  reservation_ids: readonly string[]
  quantity: number
  /** Whether more may be promised than there is. */
  allow_backorder: boolean
  /** The preferred locations; an item that is stocked at none of them may come from anywhere. */
  location_ids: ReadonlySet<string>
}

/** The quantity of an item that a reservation holds. */
export interface Holding {
  reservation_id: string
  location_id: string
  quantity: number
}

/** The holdings of these reservations in the item, in the order of their ids. */
export const holdingsOf = (
  { location_levels }: Pick<InventoryItemRecord, 'location_levels'>,
  ids: readonly string[],
): Holding[] =>
  ids.flatMap((id) =>
    location_levels.flatMap(({ location_id, held }) =>
      held.filter(({ reservation_id }) => reservation_id === id).map((one) => ({ ...one, location_id })),
    ),
  )

/**
 * The item with at least this quantity held for the line, at one location: where the line already holds some, if there is enough.
 * The very same item if the line already holds as much.
 * @throws not_allowed if there is not enough anywhere
 */
export function raised(item: InventoryItemRecord, hold: LineHold): InventoryItemRecord {
  const { reservation_ids, quantity, allow_backorder } = hold
  const holdings = holdingsOf(item, reservation_ids)
  if (sumOf(holdings.map((one) => one.quantity)) >= quantity) return item
  const free = reservation_ids.reduce(released, item)
  const levels = placesOf(free, hold, holdings[0]?.location_id)
  const level = levels.find((one) => availableAt(one) >= quantity) ?? levels[0]
  const reservation_id = holdings[0]?.reservation_id ?? reservation_ids.at(-1)!
  if (level) return reserved(free, { reservation_id, location_id: level.location_id, quantity, allow_backorder })
  if (allow_backorder) return item
  throw outOfStock()
}

/** The item with at most this quantity held for the line. The very same item if the line holds no more. */
export function lowered(item: InventoryItemRecord, { reservation_ids, quantity }: LineHold): InventoryItemRecord {
  let left = quantity
  return holdingsOf(item, reservation_ids).reduce((before, { reservation_id, location_id, quantity: present }) => {
    const kept = Math.min(present, left)
    left = minus(left, kept)
    if (kept === 0) return released(before, reservation_id)
    return kept === present ? before : reserved(before, { reservation_id, location_id, quantity: kept, allow_backorder: true })
  }, item)
}

/** The item with the wanted quantity held for the line, or as close to it as the stock allows. */
export function settled(item: InventoryItemRecord, hold: LineHold): InventoryItemRecord {
  const low = lowered(item, hold)
  try {
    return raised(low, hold)
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'not_allowed') return low
    throw error
  }
}

/** The levels of the item: first where the line already holds some, then at the preferred locations. */
function placesOf({ location_levels }: InventoryItemRecord, { location_ids }: LineHold, present: string | undefined) {
  const own = location_levels.filter(({ location_id }) => location_ids.has(location_id))
  const usual = own.length > 0 ? own : location_levels
  const here = location_levels.filter(({ location_id }) => location_id === present)
  return [...here, ...usual.filter(({ location_id }) => location_id !== present)]
}
