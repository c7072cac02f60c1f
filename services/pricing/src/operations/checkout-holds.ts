import type { Deps } from '../deps.ts'
import { lowered } from '../domain/inventory/line-stock.ts'
import type { CheckoutStock } from '../stores/checkout-stock.ts'
import { holdAll, holdsOf } from './line-holds.ts'

type Stores = Pick<Deps, 'products' | 'reservations' | 'stockLocations' | 'inventoryItems'>

/** The holds of a checkout's lines for these quantities; by default the requested ones. */
export function checkoutHolds(
  { cart_id, epoch, sales_channel_id, lines }: CheckoutStock,
  deps: Stores,
  deadline: number,
  quantityOf = (line: CheckoutStock['lines'][number]) => line.quantity,
) {
  const wanted = lines.map((line) => ({ ...line, quantity: quantityOf(line) }))
  return holdsOf(wanted, { order_id: cart_id, version: epoch, sales_channel_id }, deps, deadline)
}

const NOTHING: ReadonlyMap<string, number> = new Map()

/**
 * Releases the stock that the checkout holds beyond each line's unsent units; by default all of it. Nothing new is reserved: that
 * was done before there were orders.
 */
export async function releaseBeyond(stock: CheckoutStock, deps: Stores, deadline: number, unsent = NOTHING): Promise<void> {
  const holds = await checkoutHolds(stock, deps, deadline, ({ line_item_id }) => unsent.get(line_item_id) ?? 0)
  await holdAll(holds, lowered, deps, { by: null, deadline })
}
