import { derivedOpId, idsFrom } from '@souk/runtime'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { type IdsOf, ordersOf, stockLinesOf } from '../../domain/checkout/split-orders.ts'

/** The orders that a cart becomes, or became. Their ids are derived from the cart's. */
export const ordersOfCart = (cart: CartRecord) => ordersOf(cart, cart.checkout!, idsOf(cart))

/** The lines of these orders that need stock. */
export const stockLinesOfCart = (cart: CartRecord) => stockLinesOf(cart, cart.checkout!, idsOf(cart))

const idsOf =
  ({ created_at }: CartRecord): IdsOf =>
  (...parts) =>
    idsFrom(derivedOpId(Date.parse(created_at), ...parts))
