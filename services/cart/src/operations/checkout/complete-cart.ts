import { randomUUID } from 'node:crypto'
import { type BoughtOrder, completeCart as contract, notFound, type Selection, selectFields } from '@souk/contracts'
import { Answer, implement, isRefusal } from '@souk/runtime'
import { shownCart } from '../../answers/cart.ts'
import { boughtOrder, orderSetOf } from '../../answers/order-set.ts'
import type { Deps } from '../../deps.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { sees, storefrontOf } from '../../domain/carts/storefront.ts'
import { errorOf, PaymentProblem } from '../../domain/checkout/checkout.ts'
import { claimCheckout } from './claim-checkout.ts'
import type { PlacedOrders } from './run-checkout.ts'
import { seeThrough } from './see-through.ts'

/** A completed cart is not written again: its orders are answered. */
export const completeCart = implement(contract, async (request, deps: Deps) => {
  const { params, actor, command, deadline } = request
  const runner = randomUUID()
  const found = await deps.carts.find(params.id, sees(storefrontOf(actor)), deadline)
  if (!found) throw notFound(`Cart with id '${params.id}' not found`)
  const begun = found.state.completed_at === null ? await claimCheckout(request, runner, deps) : found.state
  const end = await seeThrough(begun, runner, deadline, deps).catch((error: unknown) => {
    if (isRefusal(error)) command.fate.is = 'open' // the checkout may still end either way: a repeat is told how
    throw error
  })
  const { cart } = end
  const revision = end.revision ?? (await deps.carts.find(cart.id, () => true, deadline))?.revision ?? found.revision
  const options = { revision, others: 'anywhere' } as const
  if ('orders' in end) return new Answer(orderAnswer(cart, end, request.selection), options)

  const error = errorOf(end.refusal, end.cause)
  if (error instanceof PaymentProblem) {
    const { message, type } = error
    return new Answer({ type: 'cart' as const, cart: shownCart(cart, true), error: { message, name: 'Error', type } }, options)
  }
  command.fate.is = 'refused' // everything is undone, and no attempt of this request begins again
  throw error
})

/** `fields` applies to each order of the set. */
function orderAnswer(cart: CartRecord, placed: PlacedOrders, selection: Selection) {
  const orders = placed.orders.map(boughtOrder)
  const selected = orders.map((order) => selectFields(selection, order) as BoughtOrder)
  const order_set = { ...orderSetOf(cart, orders, placed.order_set), orders: selected }
  return { type: 'order' as const, order: orders[0]!, order_set }
}
