import { getCart as contract, notFound } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { sees, storefrontOf } from '../domain/storefront.ts'
import { othersIn, shownCart } from '../shown-cart.ts'

/** One read: everything in a cart is stored as it is shown, totals included, but what `fields` must ask for. */
export const getCart = implement(contract, async (request, { carts, bus }: Deps) => {
  const { params, actor, deadline } = request
  const found = await carts.find(params.id, sees(storefrontOf(actor)), deadline)
  if (!found) throw notFound(`Cart with id '${params.id}' not found`)

  const make = async () => ({ cart: await shownCart(found.cart, request, { bus }) })
  const others = othersIn(request) // is not proved by the cart's revision
  return new Answer(make, { revision: found.revision, others, ...(!others && { from: found.cart }) })
})
