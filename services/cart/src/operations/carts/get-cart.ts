import { getCart as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { cartAnswer } from '../../answers/cart.ts'
import type { Deps } from '../../deps.ts'
import { sees, storefrontOf } from '../../domain/carts/storefront.ts'

/** One read: everything in a cart is stored as it is shown, totals included. */
export const getCart = implement(contract, async (request, { carts }: Deps) => {
  const { params, actor, deadline } = request
  const found = await carts.find(params.id, sees(storefrontOf(actor)), deadline)
  if (!found) throw notFound(`Cart with id '${params.id}' not found`)
  return cartAnswer(found, request)
})
