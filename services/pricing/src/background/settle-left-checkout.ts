import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { releaseBeyond } from '../operations/checkout-holds.ts'
import type { CheckoutStock } from '../stores/checkout-stock.ts'
import { leaveChanged } from './leave-changed.ts'

export type SettlingCheckouts = Pick<
  Deps,
  'products' | 'reservations' | 'stockLocations' | 'inventoryItems' | 'stockClaims' | 'checkoutStock' | 'checkouts' | 'orders'
>

/**
 * Adjusts the stock of a checkout to its outcome. It waits while the cart is being completed, and while one of its orders is
 * being changed. The cart is queried first: once it is no longer being completed, its orders either exist or never will.
 */
export async function settleLeftCheckout(stock: CheckoutStock, deps: SettlingCheckouts, envelope: Envelope): Promise<void> {
  const { checkoutStock, checkouts, stockClaims, orders } = deps
  const { sales_channel_id } = stock
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
  const adjusted = stock.lines.map((line) => ({ ...line, quantity: unsent.get(line.line_item_id) ?? 0 }))
  const linesOf = (order_id: string) => adjusted.filter((line) => line.order_id === order_id)
  await Promise.all(order_ids.map((order_id) => leaveChanged({ order_id, sales_channel_id }, linesOf(order_id), deps, envelope)))
  return checkoutStock.forget(stock, deadline)
}
