import {
  type DecisionContext,
  type InventoryItem,
  invalidData,
  type LocationLevel,
  notAllowed,
  notFound,
  type OperationError,
} from '@souk/contracts'
import { minus, plus } from '@souk/totals'

interface Held {
  reservation_id: string
  quantity: number
}

type LevelFields = Pick<
  LocationLevel,
  'id' | 'location_id' | 'stocked_quantity' | 'incoming_quantity' | 'metadata' | 'created_at' | 'updated_at'
>

/** Stock at one location, with its reservations, which alone determine how much is reserved. */
export type LevelRecord = LevelFields & {
  held: Held[]
  /** The sum of `held`, stored for those who need not know each reservation. Absent in levels of older versions. */
  reserved_quantity?: number
}

/** A level without its reservations, of which there may be thousands. */
export type LevelTotals = LevelFields & { reserved_quantity: number }

/**
 * A quantity taken out of stock for a parcel, remembered for as long as it may have to be put back (because its order does not
 * get the parcel, or cancels it), and a while longer.
 */
export interface Picked {
  pick_id: string
  line_item_id: string
  location_id: string
  quantity: number
  /** Epoch ms of the last request that prepared it, for what may come back. */
  prepared_at?: number
  /** Epoch ms at which the parcel's outcome became known. */
  settled_at?: number
}

/**
 * An item including its levels: one aggregate, so that every reservation is one conditional update. Its own quantities are the
 * totals of all levels, stored for sorting lists: see `withAllLevels`.
 */
export type InventoryItemRecord = Omit<InventoryItem, 'location_levels'> & {
  location_levels: LevelRecord[]
  /** Never shown. */
  picked?: readonly Picked[] | undefined
}

/** An item without its reservations, and without what was taken out of stock: there may be thousands of each. */
export type ItemWithTotals = Omit<InventoryItemRecord, 'picked' | 'location_levels'> & { location_levels: LevelTotals[] }

/** An item as variants that use it show it. */
export type ItemOfVariant = Omit<ItemWithTotals, 'stocked_quantity' | 'reserved_quantity' | 'unit_of_measure'>

interface Quantities {
  stocked_quantity?: number | undefined
  incoming_quantity?: number | undefined
}
export interface LevelChange extends Quantities {
  location_id: string
}

/** Quantities may be fractions of a unit (2.3 m), so they are never added as doubles. */
export const sumOf = (quantities: readonly number[]): number => quantities.reduce((sum, one) => plus(sum, one), 0)

const heldAt = ({ held }: Pick<LevelRecord, 'held'>): number => held.reduce((sum, { quantity }) => plus(sum, quantity), 0)

/** How much of a level is not reserved; negative if more was promised than there is. */
export const availableAt = (level: Pick<LevelRecord, 'stocked_quantity' | 'held'>): number =>
  minus(level.stocked_quantity, heldAt(level))

export const totalsOf = ({ held, ...level }: LevelRecord): LevelTotals => ({ ...level, reserved_quantity: heldAt({ held }) })

/** A level as answers show it. */
export const shownTotals = (level: LevelTotals, inventory_item_id: string): LocationLevel => ({
  ...level,
  available_quantity: minus(level.stocked_quantity, level.reserved_quantity),
  inventory_item_id,
  deleted_at: null,
})

export const shownLevel = (level: LevelRecord, inventory_item_id: string): LocationLevel =>
  shownTotals(totalsOf(level), inventory_item_id)

/** The level with the sum of its reservations; the very same one if that is right already, so that it is not written again. */
function summed(level: LevelRecord): LevelRecord & LevelTotals {
  const reserved_quantity = heldAt(level)
  return isSum(level, reserved_quantity) ? level : { ...level, reserved_quantity }
}
const isSum = (level: LevelRecord, sum: number): level is LevelRecord & LevelTotals => level.reserved_quantity === sum

const sumsOf = (levels: readonly Pick<LevelTotals, 'stocked_quantity' | 'reserved_quantity'>[]) => ({
  stocked_quantity: sumOf(levels.map(({ stocked_quantity }) => stocked_quantity)),
  reserved_quantity: sumOf(levels.map(({ reserved_quantity }) => reserved_quantity)),
})

/** The item with these levels, the total quantities of each of them, and those of all. */
export function withAllLevels<Item extends object>(item: Item, levels: readonly LevelRecord[]) {
  const location_levels = levels.map(summed)
  return { ...item, location_levels, ...sumsOf(location_levels) }
}

/** The item with the totals of its levels, summed from their reservations, which are left out. */
export const withTotals = ({ picked: _, ...item }: InventoryItemRecord): ItemWithTotals => ({
  ...item,
  location_levels: item.location_levels.map(totalsOf),
})

/** An item as answers show it. */
export const shownItem = (item: ItemWithTotals): InventoryItem => ({ ...withShownLevels(item), ...sumsOf(item.location_levels) })

/** An item with its levels as answers show them. */
export const withShownLevels = <Item extends Pick<ItemWithTotals, 'id' | 'location_levels'>>(item: Item) => ({
  ...item,
  location_levels: item.location_levels.map((level) => shownTotals(level, item.id)),
})

/** @throws invalid_data if the item is already stocked at one of the locations */
export function withLevels(
  item: InventoryItemRecord,
  inputs: readonly LevelChange[],
  { newId, now }: DecisionContext,
): InventoryItemRecord {
  const made = inputs.map(({ location_id, stocked_quantity = 0, incoming_quantity = 0 }, index) => {
    if (levelAt(item, location_id) || inputs.slice(0, index).some((earlier) => earlier.location_id === location_id)) {
      throw invalidData(`Inventory level with inventory_item_id: ${item.id}, location_id: ${location_id}, already exists.`)
    }
    const times = { created_at: now, updated_at: now }
    return { id: newId('ilev'), location_id, stocked_quantity, incoming_quantity, metadata: null, ...times, held: [] }
  })
  return withAllLevels(item, [...item.location_levels, ...made])
}

/** The very same item if nothing changes. @throws not_found if it is not stocked there */
export function withQuantities(item: InventoryItemRecord, changes: readonly LevelChange[], now: string): InventoryItemRecord {
  return changes.reduce((before, { location_id, ...quantities }) => {
    const level = levelAt(before, location_id)
    if (!level) throw notStocked(item.id, location_id)
    const { stocked_quantity = level.stocked_quantity, incoming_quantity = level.incoming_quantity } = quantities
    if (stocked_quantity === level.stocked_quantity && incoming_quantity === level.incoming_quantity) return before
    return replaced(before, { ...level, stocked_quantity, incoming_quantity, updated_at: now })
  }, item)
}

/**
 * The item without these levels; those that it does not have are ignored.
 * @throws not_allowed if something is reserved or, unless forced, stocked; incoming units do not matter, as with the peers
 */
export function withoutLevels(
  item: InventoryItemRecord,
  ids: readonly string[],
  { force }: { force: boolean },
): InventoryItemRecord {
  const going = item.location_levels.filter(({ id }) => ids.includes(id))
  const at = (levels: readonly LevelRecord[]) => levels.map(({ location_id }) => location_id).join(', ')
  const holding = going.filter(({ held }) => held.length > 0)
  if (holding.length > 0) {
    throw notAllowed(
      `Cannot remove Inventory Levels for ${at(holding)} because there are reserved or incoming items at the locations`,
    )
  }
  const stocked = going.filter(({ stocked_quantity }) => stocked_quantity > 0)
  if (stocked.length > 0 && !force) {
    throw notAllowed(
      `Cannot remove Inventory Levels for ${at(stocked)} because there are stocked items at the locations. Use force flag to delete anyway.`,
    )
  }
  const left = item.location_levels.filter((level) => !going.includes(level))
  return going.length === 0 ? item : withAllLevels(item, left)
}

/** @throws `missing` if there is no such level; not_allowed if something is reserved or stocked */
export function withoutLevelAt(
  item: InventoryItemRecord,
  location_id: string,
  missing: () => OperationError,
): InventoryItemRecord {
  const level = levelAt(item, location_id)
  if (!level) throw missing()
  if (level.held.length > 0) {
    throw notAllowed(
      `Cannot remove Inventory Level ${item.id} at Location ${location_id} because there are reservations at location`,
    )
  }
  return withoutLevels(item, [level.id], { force: false })
}

export const noLevel = (item_id: string, location_id: string) =>
  notFound(`Inventory Level for Item ${item_id} at Location ${location_id} not found`)

interface Reserving {
  reservation_id: string
  location_id: string
  quantity: number
  /** Whether more may be promised than there is. */
  allow_backorder?: boolean
}

/**
 * The item with this quantity of it reserved at the location, instead of the same reservation's former quantity and location; the
 * very same item if nothing changes.
 * @throws not_found if it is not stocked there; not_allowed if there is not enough
 */
export function reserved(
  item: InventoryItemRecord,
  { reservation_id, location_id, quantity, allow_backorder = false }: Reserving,
): InventoryItemRecord {
  const held = levelAt(item, location_id)?.held.find((one) => one.reservation_id === reservation_id)
  if (held?.quantity === quantity) return item
  const free = released(item, reservation_id)
  const level = levelAt(free, location_id)
  if (!level) throw notStocked(item.id, location_id)
  if (!allow_backorder && quantity > availableAt(level)) {
    throw notAllowed(`Not enough stock available for item ${item.id} at location ${location_id}`)
  }
  return replaced(free, { ...level, held: [...level.held, { reservation_id, quantity }] })
}

/** The item without the reservation's stock; the very same item if it holds none. */
export function released(item: InventoryItemRecord, reservation_id: string): InventoryItemRecord {
  const level = item.location_levels.find(({ held }) => held.some((one) => one.reservation_id === reservation_id))
  return level ? replaced(item, { ...level, held: level.held.filter((one) => one.reservation_id !== reservation_id) }) : item
}

export const isReserved = ({ location_levels }: InventoryItemRecord) =>
  location_levels.some(({ held }) => held.some(({ quantity }) => quantity > 0))

/** The refusal to remove these items. */
export const stillReserved = (ids: readonly string[]) =>
  invalidData(`Cannot remove following inventory item(s) since they have reservations: [${ids.join(', ')}].`)

/** The very same item. @throws invalid_data while any of it is reserved */
export function unreserved(item: InventoryItemRecord): InventoryItemRecord {
  if (isReserved(item)) throw stillReserved([item.id])
  return item
}

export const notStocked = (item_id: string, location_id: string) =>
  notFound(`Item ${item_id} is not stocked at location ${location_id}`)

/** The item's level at a location; undefined if it is not stocked there. */
export const levelAt = <Level extends { location_id: string }>(
  { location_levels }: { location_levels: readonly Level[] },
  location_id: string,
): Level | undefined => location_levels.find((level) => level.location_id === location_id)

/** The item with the level of the same id replaced. */
export const replaced = (item: InventoryItemRecord, level: LevelRecord): InventoryItemRecord =>
  withAllLevels(
    item,
    item.location_levels.map((one) => (one.id === level.id ? level : one)),
  )
