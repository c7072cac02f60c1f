import { getCart as contract, notFound } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shownCart } from '../domain/cart.ts'
import { sees, storefrontOf } from '../domain/storefront.ts'

/** One read: everything in a cart is stored as it is shown, totals included. */
export const getCart = implement(contract, async ({ params, actor, deadline }, { carts }: Deps) => {
  const found = await carts.find(params.id, sees(storefrontOf(actor)), deadline)
  if (!found) throw notFound(`Cart with id '${params.id}' not found`)

  return new Answer({ cart: shownCart(found.cart) }, { revision: found.revision, from: found.cart })
})
