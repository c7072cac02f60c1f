import type { Deps } from '../deps.ts'
import { lowered, settled } from '../domain/inventory/line-stock.ts'
import type { CheckoutStock } from '../stores/checkout-stock.ts'
import { holdAll, holdsOf } from './line-holds.ts'

type Stores = Pick<Deps, 'products' | 'reservations' | 'stockLocations' | 'inventoryItems'>

/** The holds of a checkout's lines in these quantities; by default those that it asks for. */
export function checkoutHolds(
  { cart_id, epoch, sales_channel_id, lines }: CheckoutStock,
  deps: Stores,
  deadline: number,
  quantityOf = (line: CheckoutStock['lines'][number]) => line.quantity,
) {
  const wanted = lines.map((line) => ({ ...line, quantity: quantityOf(line) }))
  return holdsOf(wanted, { order_id: cart_id, version: epoch, sales_channel_id }, deps, deadline)
}

/** Releases all that the checkout holds. */
export async function releaseAll(stock: CheckoutStock, deps: Stores, deadline: number): Promise<void> {
  await holdAll(await checkoutHolds(stock, deps, deadline, () => 0), lowered, deps, { by: null, deadline })
}

/** Makes the reservations fit the orders that were placed: `unsent` has the units of each line that are still to be sent. */
export async function settleAll(stock: CheckoutStock, unsent: ReadonlyMap<string, number>, deps: Stores, deadline: number) {
  const holds = await checkoutHolds(stock, deps, deadline, ({ line_item_id }) => unsent.get(line_item_id) ?? 0)
  await holdAll(holds, settled, deps, { by: null, deadline })
}
