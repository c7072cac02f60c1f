import { createHash } from 'node:crypto'
import type { VariantInventoryItem } from '@souk/contracts'
import { allEnded, type FoundRecord, newCommand, unlessGone } from '@souk/runtime'
import { times } from '@souk/totals'
import type { Deps } from '../deps.ts'
import type { InventoryItemRecord } from '../domain/inventory/inventory-item.ts'
import { holdingsOf, type LineHold } from '../domain/inventory/line-stock.ts'
import type { Stocked } from '../domain/inventory/stock.ts'
import type { ReservationRecord } from '../stores/reservations.ts'
import { deleteRecord, makeRecord, updateRecord } from './reservation-records.ts'

/** A line of an order with the number of units to reserve. */
export interface LineOfOrder {
  line_item_id: string
  variant_id: string
  quantity: number
}

/** The quantity of an item that a line should hold, with the line's reservations of it. */
export interface HoldOfLine extends LineHold {
  line_item_id: string
  /** As in `LinePick`. */
  takesUnheld?: boolean
  present: readonly ReservationRecord[]
  /** That of the line's variant; null: the marketplace; undefined if it is not known. */
  seller_id?: string | null | undefined
}

/** The holds of all lines, by item, because each item takes one conditional update. */
export type HoldsByItem = ReadonlyMap<string, readonly HoldOfLine[]>

interface Order {
  order_id: string
  version: number
  sales_channel_id: string | null
}
type Stores = Pick<Deps, 'products' | 'reservations' | 'stockLocations' | 'inventoryItems'>
/** Called with the variants of the lines, and the locations that serve the order's sales channel, to refuse the lines. */
export type Check = (variants: ReadonlyMap<string, Stocked>, location_ids: ReadonlySet<string>) => void
type Change = (item: InventoryItemRecord, hold: HoldOfLine) => InventoryItemRecord
/** Changes an item with the holds of all lines at once. */
type ItemChange = (item: InventoryItemRecord, holds: readonly HoldOfLine[]) => InventoryItemRecord

interface Made {
  /** The id of the user who makes reservations; null: nobody in particular. */
  by: string | null
  deadline: number
}

/**
 * The items that these lines use, in the quantities that their variants require. Variants that are not managed, or that were
 * deleted, need nothing more; a line without units releases its stock even if its variant was deleted.
 * @throws as the check refuses; it is not called without lines
 */
export async function holdsOf(
  lines: readonly LineOfOrder[],
  order: Order,
  deps: Stores,
  deadline: number,
  check?: Check,
): Promise<HoldsByItem> {
  if (lines.length === 0) return new Map()
  const { products, reservations, stockLocations } = deps
  const variant_ids = [...new Set(lines.map(({ variant_id }) => variant_id))]
  const { sales_channel_id } = order
  const [variants, reserved, locations] = await Promise.all([
    products.findStock(variant_ids, deadline),
    reservations.listOfLines(lines, deadline),
    sales_channel_id === null ? [] : stockLocations.listServing(sales_channel_id, deadline),
  ])
  const location_ids = new Set(locations.map(({ id }) => id))
  check?.(variants, location_ids)

  const holds = new Map<string, HoldOfLine[]>()
  for (const { line_item_id, variant_id, quantity } of lines) {
    const { manage_inventory = false, allow_backorder = false, inventory_items = [], seller_id } = variants.get(variant_id) ?? {}
    const links: Pick<VariantInventoryItem, 'inventory_item_id' | 'required_quantity'>[] = manage_inventory ? inventory_items : []
    const own = reserved.filter((one) => one.line_item_id === line_item_id)
    const taken = new Map(links.map((link) => [link.inventory_item_id, times(quantity, link.required_quantity)]))
    if (quantity === 0) for (const { inventory_item_id } of own) taken.set(inventory_item_id, 0)
    for (const [item_id, units] of taken) {
      const present = reservationsOf(order, line_item_id, item_id, own)
      const hold = { ...present, quantity: units, allow_backorder, location_ids, seller_id }
      holds.set(item_id, [...(holds.get(item_id) ?? []), hold])
    }
  }
  return holds
}

/**
 * The line's reservations of an item, and the id of the one that it may get.
 * @param reserved at least the line's reservations of the item
 */
export function reservationsOf(
  order: Pick<Order, 'order_id' | 'version'>,
  line_item_id: string,
  item_id: string,
  reserved: readonly ReservationRecord[],
): Pick<HoldOfLine, 'line_item_id' | 'present' | 'reservation_ids'> {
  const present = reserved.filter((one) => one.line_item_id === line_item_id && one.inventory_item_id === item_id)
  const reservation_ids = [...new Set([...present.map(({ id }) => id), reservationIdOf(order, line_item_id, item_id)])]
  return { line_item_id, present, reservation_ids }
}

/** The lines that have reservations. */
export async function reservedLines<L extends LineOfOrder>(
  lines: readonly L[],
  { reservations }: Stores,
  deadline: number,
): Promise<L[]> {
  if (lines.length === 0) return []
  const reserved = new Set((await reservations.listOfLines(lines, deadline)).map((one) => one.line_item_id))
  return lines.filter(({ line_item_id }) => reserved.has(line_item_id))
}

/** @throws not_allowed if the current state of the items does not allow the change; nothing is written then */
export const assertHoldable = (holds: HoldsByItem, change: Change, deps: Stores, deadline: number): Promise<void> =>
  assertChangeable(holds, (item, own) => own.reduce(change, item), deps, deadline)

/** The same for a change of all lines at once. */
export async function assertChangeable(holds: HoldsByItem, change: ItemChange, deps: Stores, deadline: number): Promise<void> {
  await Promise.all(
    [...holds].map(async ([item_id, own]) => {
      const item = await deps.inventoryItems.find(item_id, deadline)
      if (item) change(item.record, own)
    }),
  )
}

/**
 * Changes the holdings of the lines, each item in one conditional update, and then the reservations' records.
 * @throws not_allowed as the change refuses, once all items are settled: some may hold their new quantity
 */
export const holdAll = (holds: HoldsByItem, change: Change, deps: Stores, made: Made): Promise<void> =>
  changeAll(holds, (item, own) => own.reduce(change, item), deps, made)

/** The same for a change of all lines at once. */
export async function changeAll(holds: HoldsByItem, change: ItemChange, deps: Stores, made: Made): Promise<void> {
  await allEnded([...holds].map(([item_id, own]) => holdItem(item_id, own, change, deps, made)))
}

async function holdItem(item_id: string, holds: readonly HoldOfLine[], change: ItemChange, deps: Stores, made: Made) {
  const item = await deps.inventoryItems
    .update(item_id, newCommand(made.deadline), (present) => change(present, holds))
    .catch(unlessGone)
  await Promise.all(holds.map((hold) => syncRecords(item_id, item, hold, deps, made)))
}

/** Updates the reservations' records to match the item. */
async function syncRecords(
  inventory_item_id: string,
  item: FoundRecord<InventoryItemRecord> | undefined,
  { line_item_id, present, reservation_ids, seller_id }: HoldOfLine,
  { reservations }: Stores,
  { by, deadline }: Made,
) {
  const holdings = item ? holdingsOf(item.record, reservation_ids) : []
  const held_at = item?.revision ?? Number.POSITIVE_INFINITY
  const gone = present.filter(({ id }) => !holdings.some(({ reservation_id }) => reservation_id === id))
  const owner = seller_id === undefined ? {} : { seller_id }
  const about = { inventory_item_id, line_item_id, description: null, metadata: null, created_by: by, held_at, ...owner }
  await Promise.all([
    ...gone.map(({ id }) => deleteRecord(id, { held_at, deadline }, reservations)),
    ...holdings.map((holding) =>
      present.some(({ id }) => id === holding.reservation_id)
        ? updateRecord(holding, { held_at, deadline }, reservations)
        : makeRecord(holding, about, deadline, reservations),
    ),
  ])
}

/** The id of the reservation that this version may make: the same for every attempt, at every replica. */
export function reservationIdOf(
  { order_id, version }: Pick<Order, 'order_id' | 'version'>,
  line_item_id: string,
  item_id: string,
): string {
  const hash = createHash('sha256').update([order_id, version, line_item_id, item_id].join('\0')).digest('hex')
  return `resitem_${hash.slice(0, 26).toUpperCase()}`
}
