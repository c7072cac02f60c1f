import type { Deps } from '../deps.ts'
import { lowered } from '../domain/inventory/line-stock.ts'
import { keptPick, undonePick } from '../domain/inventory/picked-stock.ts'
import type { StockPick } from '../stores/stock-picks.ts'
import { leaveLines } from './leave-lines.ts'
import { type HoldOfLine, holdAll, holdsOf, type LineOfOrder, reservationsOf, reservedLines } from './line-holds.ts'

type Stores = Pick<Deps, 'products' | 'reservations' | 'stockLocations' | 'inventoryItems' | 'stockClaims' | 'stockPicks'>

/** The known facts about the order. */
interface Known {
  /** Whether it has the parcel; a canceled one that is to be put back does not count. */
  has: boolean
  /** Its lines with their unsent units. */
  lines: readonly { line_item_id: string; quantity: number }[]
  /** Whether attempts may still arrive late. */
  isFresh: boolean
  /** Called with the lines that were lowered to their unsent units, before the pick is forgotten. */
  check?: (lowered: readonly LineOfOrder[]) => Promise<void>
}

/**
 * Stock picked for a parcel is gone if its order has the parcel; otherwise it is put back and reserved again. Goods that were
 * sent back are put in stock, but not reserved. If units of the order were reserved meanwhile, the reported lines may be older
 * than that: the sweep does the rest, or corrects what was done, with lines that it queries.
 */
export async function settlePicked(pick: StockPick, known: Known, deps: Stores, deadline: number): Promise<void> {
  const { pick_id, order_id } = pick
  const at = known.isFresh ? Date.now() : null
  const isReserved = pick.order_change_id === undefined
  const made = { by: null, deadline }
  if (!known.has && isReserved) await deps.stockPicks.overtake(order_id, deadline, pick_id)
  await holdAll(
    await holdsOfPick(pick, deps, deadline),
    (item, hold) => (known.has ? keptPick(item, pick, at) : undonePick(item, hold, pick_id, at, isReserved)),
    deps,
    made,
  )
  if (known.isFresh && (await deps.stockPicks.find(pick_id, deadline))?.is_overtaken) return
  const lines = await lowerToUnsent(pick, known, deps, made)
  await known.check?.(lines)
  const isLast = await deps.stockPicks.forget(pick, deadline)
  if (!known.isFresh || isLast) return
  const isOpen = (await deps.stockPicks.find(pick_id, deadline)) !== undefined
  if (isOpen) await leaveLines({ order_id, sales_channel_id: null }, lines, deps, deadline)
}

/** The holds of its lines on the items that it took. */
async function holdsOfPick(pick: StockPick, deps: Stores, deadline: number) {
  const reservations = await deps.reservations.listOfLines(pick.lines, deadline)
  const holdOf = (line_item_id: string, item_id: string): HoldOfLine => ({
    ...reservationsOf(parcelOf(pick), line_item_id, item_id, reservations),
    quantity: 0,
    allow_backorder: true,
    location_ids: new Set(),
  })
  return new Map(pick.inventory_item_ids.map((id) => [id, pick.lines.map(({ line_item_id }) => holdOf(line_item_id, id))]))
}

/**
 * An edit of the order that was confirmed meanwhile may have reserved the picked units again. While another one is under way,
 * this is left to the sweep, with lines that it queries: those that the edit reports may be older than the parcel.
 * @returns the lines that were lowered, with their unsent units
 */
async function lowerToUnsent(
  pick: StockPick,
  { has, lines }: Known,
  deps: Stores,
  made: { by: null; deadline: number },
): Promise<LineOfOrder[]> {
  const isDraft = has && lines.length === 0
  if (isDraft || (await deps.stockClaims.overtake(pick.order_id, made.deadline))) return []
  const units = new Map(lines.map(({ line_item_id, quantity }) => [line_item_id, quantity]))
  const left = pick.lines.map((line) => ({ ...line, quantity: units.get(line.line_item_id) ?? 0 }))
  const reserved = await reservedLines(left, deps, made.deadline)
  await holdAll(await holdsOf(reserved, parcelOf(pick), deps, made.deadline), lowered, deps, made)
  return reserved
}

/** Replaces the order in the ids of reservations that come back. */
const parcelOf = ({ pick_id }: StockPick) => ({ order_id: pick_id, version: 0, sales_channel_id: null })
