import { type Actor, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { OrderStore } from '../stores/orders.ts'

/** The dependencies of a change of an order, with as many orders as the caller reaches. */
export interface Reached extends Omit<Deps, 'orders'> {
  orders: Pick<OrderStore, 'findIdOfPart' | 'execute' | 'executeWithLookups'>
}

/** The orders that the caller may change, and the stock. */
export interface OrdersWithStock extends Pick<Deps, 'stock'> {
  orders: Pick<OrderStore, 'executeWithLookups'>
}

/** The orders of the caller's seller. All others are refused, and unknown ones alike: forbidden. */
export const reachedBySeller = (actor: Actor, deps: Deps): Reached => ({
  ...deps,
  orders: deps.orders.ofSeller(sellerIdOf(actor)),
})
