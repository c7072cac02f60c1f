import { derivedOpId, idsFrom } from '@souk/runtime'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { ordersOf } from '../../domain/checkout/split-orders.ts'

/** The orders that a cart becomes, or became. Their ids follow from the cart's. */
export const ordersOfCart = (cart: CartRecord) =>
  ordersOf(cart, cart.checkout!, (...parts) => idsFrom(derivedOpId(Date.parse(cart.created_at), ...parts)))
