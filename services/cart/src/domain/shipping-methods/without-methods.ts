import type { CartRecord } from '../carts/cart.ts'
import { chosenOptions } from './chosen-options.ts'

/** The cart without these shipping methods; the same cart if it has none of them. */
export function withoutMethods(cart: CartRecord, ids: readonly string[]): CartRecord {
  const shipping_methods = cart.shipping_methods.filter(({ id }) => !ids.includes(id))
  if (shipping_methods.length === cart.shipping_methods.length) return cart
  return { ...cart, shipping_methods, ...chosenOptions({ ...cart, shipping_methods }, []) }
}
