import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { releaseBeyond } from '../operations/checkout-holds.ts'
import type { CheckoutStock } from '../stores/checkout-stock.ts'

export type SettlingCheckouts = Pick<
  Deps,
  'products' | 'reservations' | 'stockLocations' | 'inventoryItems' | 'stockClaims' | 'checkoutStock' | 'checkouts' | 'orders'
>

/**
 * Makes the stock of a checkout fit what came of it. While the cart is being completed, and while one of its orders is changing,
 * it waits. The cart is asked first: once it says that it is not, its orders are there for good, or will never be.
 */
export async function settleLeftCheckout(stock: CheckoutStock, deps: SettlingCheckouts, envelope: Envelope): Promise<void> {
  const { checkoutStock, checkouts, stockClaims, orders } = deps
  const { deadline } = envelope
  if (stock.is_released) {
    await releaseBeyond(stock, deps, deadline)
    return checkoutStock.forget(stock, deadline)
  }
  if (await checkouts.isOpen(stock, envelope)) return checkoutStock.touch(stock, deadline)

  const order_ids = [...new Set(stock.lines.map(({ order_id }) => order_id))]
  const [claims, found] = await Promise.all([
    Promise.all(order_ids.map((id) => stockClaims.ofOrder(id, deadline))),
    Promise.all(order_ids.map((id) => orders.findUnsentLines(id, envelope))),
  ])
  if (claims.flat().length > 0) return checkoutStock.touch(stock, deadline)
  const unsent = new Map(found.flatMap(({ lines }) => lines).map((line) => [line.line_item_id, line.quantity]))
  await releaseBeyond(stock, deps, deadline, unsent)
  return checkoutStock.forget(stock, deadline)
}
