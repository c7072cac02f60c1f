import { type Actor, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { OrderStore } from '../stores/orders.ts'

/** The dependencies of a change of an order, limited to the orders within the caller's reach. */
export interface Reached extends Omit<Deps, 'orders'> {
  orders: Pick<OrderStore, 'findIdOfPart' | 'execute' | 'executeWithLookups'>
}

/** The orders that the caller may change, and the stock. */
export interface OrdersWithStock extends Pick<Deps, 'stock'> {
  orders: Pick<OrderStore, 'executeWithLookups'>
}

/** The orders of the calling seller. All others, and unknown ones, are refused as forbidden. */
export const reachedBySeller = (actor: Actor, deps: Deps): Reached => ({
  ...deps,
  orders: deps.orders.ofSeller(sellerIdOf(actor)),
})
