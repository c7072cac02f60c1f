import type { Deps } from '../deps.ts'
import { lowered } from '../domain/inventory/line-stock.ts'
import { assertKept } from '../domain/inventory/stock.ts'
import type { CheckoutStock } from '../stores/checkout-stock.ts'
import { type Check, type HoldOfLine, type HoldsByItem, holdAll, holdsOf, reservationIdOf } from './line-holds.ts'

type Stores = Pick<Deps, 'products' | 'reservations' | 'stockLocations' | 'inventoryItems'>
type Line = CheckoutStock['lines'][number]
/** The quantities of lines by their ids. */
type Units = ReadonlyMap<string, number>

/**
 * The holds of a checkout's lines for their quantities. All attempts of a cart have the same lines: only its own count. What is
 * in stock may have changed since a line was put into the cart.
 * @throws not_allowed or invalid_data for a variant that needs stock and is not kept at locations of the sales channel any more
 */
export async function checkoutHolds(stock: CheckoutStock, deps: Stores, deadline: number): Promise<HoldsByItem> {
  const { sales_channel_id, lines } = stock
  const variant_ids = lines.map(({ variant_id }) => variant_id)
  const check: Check = (variants, locations) =>
    assertKept(variant_ids, variants, sales_channel_id === null ? null : { sales_channel_id, locations })
  return holdsFor(stock, ({ quantity }) => quantity, ownHold, deps, deadline, check)
}

/**
 * Releases the stock that the checkout holds, except for lines of existing orders: these keep their unsent units, whichever
 * attempt reserved them, and preferably in this one's reservations. Nothing new is reserved: that was done before there were
 * orders.
 * @param unsent the lines of its orders; by default there are none
 */
export async function releaseBeyond(
  stock: CheckoutStock,
  deps: Stores,
  deadline: number,
  unsent: Units = new Map(),
): Promise<void> {
  const narrowed = (hold: HoldOfLine, own_id: string) => (unsent.has(hold.line_item_id) ? ownFirst : ownHold)(hold, own_id)
  const holds = await holdsFor(stock, ({ line_item_id }) => unsent.get(line_item_id) ?? 0, narrowed, deps, deadline)
  await holdAll(holds, lowered, deps, { by: null, deadline })
}

async function holdsFor(
  { cart_id, epoch, sales_channel_id, lines }: CheckoutStock,
  quantityOf: (line: Line) => number,
  narrowed: (hold: HoldOfLine, own_id: string) => HoldOfLine,
  deps: Stores,
  deadline: number,
  check?: Check,
): Promise<HoldsByItem> {
  const attempt = { order_id: cart_id, version: epoch, sales_channel_id }
  const wanted = lines.map((line) => ({ ...line, quantity: quantityOf(line) }))
  const holds = await holdsOf(wanted, attempt, deps, deadline, check)
  const ownOf = (item_id: string) => (hold: HoldOfLine) => narrowed(hold, reservationIdOf(attempt, hold.line_item_id, item_id))
  return new Map([...holds].map(([item_id, all]) => [item_id, all.map(ownOf(item_id))]))
}

const ownHold = (hold: HoldOfLine, own_id: string): HoldOfLine => ({
  ...hold,
  present: hold.present.filter(({ id }) => id === own_id),
  reservation_ids: [own_id],
})

const ownFirst = (hold: HoldOfLine, own_id: string): HoldOfLine => ({
  ...hold,
  reservation_ids: [own_id, ...hold.reservation_ids.filter((id) => id !== own_id)],
})
