import { createHash, randomUUID } from 'node:crypto'
import { OperationError, type VariantInventoryItem } from '@souk/contracts'
import { derivedOpId, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { InventoryItemRecord } from '../domain/inventory/inventory-item.ts'
import { holdingsOf, type LineHold } from '../domain/inventory/line-stock.ts'
import type { ReservationRecord } from '../stores/reservations.ts'

/** A line of an order with the units that its reservations are to be for. */
export interface LineOfOrder {
  line_item_id: string
  variant_id: string
  quantity: number
}

/** What a line is to hold of an item, with what is said of it already. */
export interface HoldOfLine extends LineHold {
  line_item_id: string
  present: readonly ReservationRecord[]
}

/** What all lines are to hold, by item: one conditional update each. */
export type HoldsByItem = ReadonlyMap<string, readonly HoldOfLine[]>

interface Order {
  order_id: string
  version: number
  sales_channel_id: string | null
}
type Stores = Pick<Deps, 'products' | 'reservations' | 'stockLocations' | 'inventoryItems'>
type Change = (item: InventoryItemRecord, hold: HoldOfLine) => InventoryItemRecord

/**
 * What these lines take of which items: each as often as its variant does. Variants whose stock is not managed, or that are gone, take
 * nothing more; what a line without units holds is let go of, whatever became of its variant.
 */
export async function holdsOf(lines: readonly LineOfOrder[], order: Order, deps: Stores, deadline: number): Promise<HoldsByItem> {
  if (lines.length === 0) return new Map()
  const { products, reservations, stockLocations } = deps
  const variant_ids = [...new Set(lines.map(({ variant_id }) => variant_id))]
  const line_item_ids = lines.map(({ line_item_id }) => line_item_id)
  const { sales_channel_id } = order
  const [variants, said, locations] = await Promise.all([
    products.listStock(variant_ids, {}, deadline),
    reservations.list({ line_item_id: { $in: line_item_ids } }, deadline),
    sales_channel_id === null ? [] : stockLocations.list({ sales_channel_ids: sales_channel_id }, deadline),
  ])
  const location_ids = new Set(locations.map(({ id }) => id))
  const byId = new Map(variants.map((variant) => [variant.id, variant]))

  const holds = new Map<string, HoldOfLine[]>()
  for (const { line_item_id, variant_id, quantity } of lines) {
    const { manage_inventory = false, allow_backorder = false, inventory_items = [] } = byId.get(variant_id) ?? {}
    const links: Pick<VariantInventoryItem, 'inventory_item_id' | 'required_quantity'>[] = manage_inventory ? inventory_items : []
    const own = said.filter((one) => one.line_item_id === line_item_id)
    const taken = new Map(links.map((link) => [link.inventory_item_id, quantity * link.required_quantity]))
    if (quantity === 0) for (const { inventory_item_id } of own) taken.set(inventory_item_id, 0)
    for (const [item_id, units] of taken) {
      const present = own.filter(({ inventory_item_id }) => inventory_item_id === item_id)
      const reservation_ids = [...new Set([...present.map(({ id }) => id), reservationIdOf(order, line_item_id, item_id)])]
      const hold = { line_item_id, present, reservation_ids, quantity: units, allow_backorder, location_ids }
      holds.set(item_id, [...(holds.get(item_id) ?? []), hold])
    }
  }
  return holds
}

/** Those of the lines for which something is reserved. */
export async function reservedLines<L extends LineOfOrder>(
  lines: readonly L[],
  { reservations }: Stores,
  deadline: number,
): Promise<L[]> {
  if (lines.length === 0) return []
  const ids = lines.map(({ line_item_id }) => line_item_id)
  const said = new Set((await reservations.list({ line_item_id: { $in: ids } }, deadline)).map((one) => one.line_item_id))
  return lines.filter(({ line_item_id }) => said.has(line_item_id))
}

/** @throws not_allowed when the items, as they are now, do not allow the change: nothing has happened then */
export async function assertHoldable(holds: HoldsByItem, change: Change, deps: Stores, deadline: number): Promise<void> {
  await Promise.all(
    [...holds].map(async ([item_id, own]) => {
      const item = await deps.inventoryItems.find(item_id, deadline)
      if (item) own.reduce(change, item.record)
    }),
  )
}

/**
 * Changes what the lines hold, each item in one conditional update, and then what is said of it.
 * @throws not_allowed as the change refuses, once all items are settled: some may hold what they shall
 */
export async function holdAll(holds: HoldsByItem, change: Change, deps: Stores, made: { by: string | null; deadline: number }) {
  const all = [...holds].map(([item_id, own]) => holdItem(item_id, own, change, deps, made))
  const failed = (await Promise.allSettled(all)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function holdItem(
  item_id: string,
  holds: readonly HoldOfLine[],
  change: Change,
  deps: Stores,
  made: { by: string | null; deadline: number },
) {
  const item = await deps.inventoryItems
    .update(item_id, newCommand(made.deadline), (present) => holds.reduce(change, present))
    .catch(unlessGone)
  await Promise.all(holds.map((hold) => say(item_id, item, hold, deps, made)))
}

/** The records say what the item holds; of two that say so at once, the one that saw the item last. */
async function say(
  inventory_item_id: string,
  item: FoundRecord<InventoryItemRecord> | undefined,
  { line_item_id, present, reservation_ids }: HoldOfLine,
  { reservations }: Stores,
  { by, deadline }: { by: string | null; deadline: number },
) {
  const holdings = item ? holdingsOf(item.record, reservation_ids) : []
  const held_at = item?.revision ?? Number.POSITIVE_INFINITY
  const gone = present.filter(({ id }) => !holdings.some(({ reservation_id }) => reservation_id === id))
  await Promise.all([
    ...gone.map(({ id }) => reservations.remove(id, newCommand(deadline))),
    ...holdings.map(async ({ reservation_id, location_id, quantity }) => {
      if (present.some(({ id }) => id === reservation_id)) {
        await reservations
          .update(reservation_id, newCommand(deadline), (said) =>
            said.held_at >= held_at || (said.quantity === quantity && said.location_id === location_id)
              ? said
              : { ...said, quantity, location_id, held_at },
          )
          .catch(unlessGone)
      } else {
        const about = { inventory_item_id, location_id, quantity, line_item_id, description: null, metadata: null }
        const newIds = () => () => reservation_id
        const command = { deadline, fate: { is: 'open' as const } }
        await reservations.create({ ...about, created_by: by, held_at }, { command, newIds })
      }
    }),
  ])
}

/** The same for whoever makes it, as often as it is tried. */
export function reservationIdOf({ order_id, version }: Order, line_item_id: string, item_id: string): string {
  const hash = createHash('sha256').update([order_id, version, line_item_id, item_id].join('\0')).digest('hex')
  return `resitem_${hash.slice(0, 26).toUpperCase()}`
}

/** To do it again does no harm, and an earlier time may have been undone since: no op is remembered. */
const newCommand = (deadline: number) => ({ op: derivedOpId(Date.now(), randomUUID()), deadline })

/** What was deleted holds nothing. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof OperationError && error.kind === 'not_found')) throw error
}
