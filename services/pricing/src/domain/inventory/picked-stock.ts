import { ENDED_AFTER_MS, invalidData, notAllowed } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import {
  availableAt,
  type InventoryItemRecord,
  levelAt,
  notStocked,
  type Picked,
  released,
  replaced,
  reserved,
} from './inventory-item.ts'
import { holdingsOf, type LineHold } from './line-stock.ts'

/** A parcel's quantity of an item for one line of its order: `quantity` units of those that the line holds. */
export interface LinePick extends LineHold {
  line_item_id: string
  /** Whether units that the line does not hold may be taken too, because it was sold before the item was stocked. */
  takesUnheld?: boolean
}

interface Parcel {
  pick_id: string
  /** Null: each unit is taken from where it is held, or else from the default location if it is stocked there. */
  location_id: string | null
  default_location_id: string
  /** The title of a line, for refusals. */
  titleOf: (line_item_id: string) => string
}

/**
 * The item with this quantity taken out of stock and out of the line's holdings, and recorded. The very same item if that was
 * already done.
 * @throws invalid_data if the line holds nothing, or less, and may not take more than it holds; not_found if the item is not
 * stocked there; not_allowed if there is not enough
 */
export function picked(
  item: InventoryItemRecord,
  pick: LinePick,
  { pick_id, location_id, default_location_id, titleOf }: Parcel,
): InventoryItemRecord {
  const { line_item_id, reservation_ids, quantity, allow_backorder } = pick
  if (isPicked(item, pick_id, line_item_id)) return item
  const holdings = holdingsOf(item, reservation_ids)
  const unheldFrom = pick.takesUnheld ? placeOfUnheld(item, location_id, default_location_id) : undefined
  if (holdings.length === 0 && unheldFrom === undefined)
    throw invalidData(`No stock reservation found for item ${line_item_id} - ${titleOf(line_item_id)}`)

  const there = holdings.filter((one) => one.location_id === location_id)
  let left = quantity
  let next = item
  const taken: Picked[] = []
  for (const holding of [...there, ...holdings.filter((one) => !there.includes(one))]) {
    const units = Math.min(holding.quantity, left)
    if (units === 0) continue
    left = minus(left, units)
    const from = location_id ?? holding.location_id
    next = takenOut(next, { ...holding, quantity: units, from, allow_backorder })
    taken.push({ pick_id, line_item_id, location_id: from, quantity: units })
  }
  if (left > 0) {
    if (unheldFrom === undefined)
      throw invalidData(`Quantity to fulfill exceeds the reserved quantity for the item: ${line_item_id}`)
    const level = levelAt(next, unheldFrom)!
    next = replaced(next, { ...level, stocked_quantity: minus(level.stocked_quantity, left) })
    taken.push({ pick_id, line_item_id, location_id: unheldFrom, quantity: left })
  }
  return { ...next, picked: [...(item.picked ?? []), ...taken] }
}

/**
 * Where units are taken from that the line does not hold: at the parcel's location, or else at the default one, or where most is
 * available; undefined if the item is not stocked there.
 */
function placeOfUnheld(item: InventoryItemRecord, location_id: string | null, default_id: string): string | undefined {
  const at = levelAt(item, location_id ?? default_id)
  const others = location_id === null ? item.location_levels : []
  const [most] = others.toSorted((a, b) => minus(availableAt(b), availableAt(a)))
  return (at ?? most)?.location_id
}

interface Taking {
  reservation_id: string
  /** Where it is held; `from`: where it is taken from. */
  location_id: string
  from: string
  quantity: number
  allow_backorder: boolean
}

function takenOut(
  item: InventoryItemRecord,
  { reservation_id, location_id, from, quantity, allow_backorder }: Taking,
): InventoryItemRecord {
  const held = holdingsOf(item, [reservation_id]).find((one) => one.location_id === location_id)!.quantity
  const rest = { reservation_id, location_id, quantity: minus(held, quantity), allow_backorder: true }
  const lower = rest.quantity === 0 ? released(item, reservation_id) : reserved(item, rest)
  const level = levelAt(lower, from)
  if (!level) throw notStocked(item.id, from)
  const after = { ...level, stocked_quantity: minus(level.stocked_quantity, quantity) }
  // Other reservations keep their stock. Their own location has enough for them, unless more was promised than is in stock.
  const isMissing = after.stocked_quantity < 0 || (from !== location_id && availableAt(after) < 0)
  if (isMissing && !allow_backorder) throw notAllowed(`Not enough stock available for item ${item.id} at location ${from}`)
  return replaced(lower, after)
}

/** A quantity that an item may have to take back. */
type Returnable = Omit<Picked, 'settled_at'> & { prepared_at: number }

/**
 * The item with the quantities recorded that it may have to take back from a canceled parcel, each with its location; those that
 * are recorded, but not settled, count as prepared anew. The very same item if a request prepared them at that time or later.
 */
export function returnable(item: InventoryItemRecord, all: readonly Returnable[]): InventoryItemRecord {
  const missing = all.filter(({ pick_id, line_item_id }) => !isPicked(item, pick_id, line_item_id))
  const renewed = (item.picked ?? []).map((one) => {
    const same = all.find(({ pick_id, line_item_id }) => pick_id === one.pick_id && line_item_id === one.line_item_id)
    const isOlder = same && one.settled_at === undefined && (one.prepared_at ?? 0) < same.prepared_at
    return isOlder ? { ...one, prepared_at: same.prepared_at } : one
  })
  const isSame = missing.length === 0 && renewed.every((one, n) => one === item.picked?.[n])
  return isSame ? item : { ...item, picked: [...renewed, ...missing] }
}

/** The locations that a pick took the item from for a line, with the quantities. */
export const placesOf = ({ picked = [] }: InventoryItemRecord, pick_id: string, line_item_id: string) =>
  picked
    .filter((one) => one.pick_id === pick_id && one.line_item_id === line_item_id)
    .map(({ location_id, quantity }) => ({ location_id, quantity }))

const isPicked = ({ picked = [] }: InventoryItemRecord, pick_id: string, line_item_id: string) =>
  picked.some((one) => one.pick_id === pick_id && one.line_item_id === line_item_id)

/**
 * When a pick was settled (epoch ms): it is kept for a minute from then on, because an attempt may come late; null: it is dropped
 * at once.
 */
type SettledAt = number | null

/**
 * The item with the pick settled, so that it is never put back. The very same item if it already is, or no such pick is recorded.
 * @param pick as it was read: what an attempt prepared after that stays, for the outcome of that attempt
 */
export function keptPick(item: InventoryItemRecord, pick: { pick_id: string; at: number }, at: SettledAt): InventoryItemRecord {
  return settledPicks(item, (one) => one.pick_id === pick.pick_id && (one.prepared_at ?? 0) <= pick.at, at).item
}

/**
 * The item with the line's pick back in stock, and held for the line again: by a reservation that already holds some, preferably
 * at the same location, or else by the last of its reservations. Stock is lost if its location no longer has a level. The very
 * same item if nothing is to be put back.
 * @param isReserved false: it is back in stock, but not held for the line
 */
export function undonePick(
  item: InventoryItemRecord,
  { line_item_id, reservation_ids }: LinePick,
  pick_id: string,
  at: SettledAt,
  isReserved = true,
): InventoryItemRecord {
  const isOf = (one: Picked) => one.pick_id === pick_id && one.line_item_id === line_item_id
  const settled = settledPicks(item, isOf, at)
  return settled.picks.reduce((before, { location_id, quantity }) => {
    const level = levelAt(before, location_id)
    if (!level) return before
    const back = replaced(before, { ...level, stocked_quantity: plus(level.stocked_quantity, quantity) })
    if (!isReserved) return back
    const holdings = holdingsOf(back, reservation_ids)
    const holding = holdings.find((one) => one.location_id === location_id) ?? holdings[0]
    const reservation = holding ?? { reservation_id: reservation_ids.at(-1)!, location_id, quantity: 0 }
    return reserved(back, { ...reservation, quantity: plus(reservation.quantity, quantity), allow_backorder: true })
  }, settled.item)
}

/** The item with these picks settled, and those of them that were not settled before. */
function settledPicks(
  item: InventoryItemRecord,
  isOf: (one: Picked) => boolean,
  at: SettledAt,
): { item: InventoryItemRecord; picks: readonly Picked[] } {
  const { picked = [], ...rest } = item
  const isOpen = (one: Picked) => isOf(one) && one.settled_at === undefined
  const picks = picked.filter(isOpen)
  if (picks.length === 0) return { item, picks }
  const left = picked.flatMap((one) => {
    if (isOpen(one)) return at === null ? [] : { ...one, settled_at: at }
    return one.settled_at !== undefined && at !== null && one.settled_at <= at - ENDED_AFTER_MS ? [] : one
  })
  return { item: left.length > 0 ? { ...rest, picked: left } : rest, picks }
}
