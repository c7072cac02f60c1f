import { getCart as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { cartAnswer } from '../../answers/cart.ts'
import type { Deps } from '../../deps.ts'
import { sees, storefrontOf } from '../../domain/carts/storefront.ts'

/** A single read: a cart is stored as it is shown, including totals. */
export const getCart = implement(contract, async (request, { carts }: Deps) => {
  const { params, actor, deadline } = request
  const found = await carts.find(params.id, sees(storefrontOf(actor)), deadline)
  if (!found) throw notFound(`Cart with id '${params.id}' not found`)
  return cartAnswer(found, request)
})
