import { createCartPaymentCollection as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { paymentCollectionAnswer } from '../../answers/payment-collection.ts'
import type { Deps } from '../../deps.ts'
import { sees, storefrontOf } from '../../domain/carts/storefront.ts'
import { newCollection } from '../../domain/payment-collections/payment-collection.ts'
import { changedCart } from '../change-cart.ts'

/**
 * The cart is read first, since the collection is answered even if the cart has become an order. Promotions stay as they are, as
 * at the peer: one that has reached its limit meanwhile is refused when the cart is completed, instead of silently dropped.
 */
export const createCartPaymentCollection = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command, deadline, passOn, selection } = request
  const present = await deps.carts.find(body.cart_id, sees(storefrontOf(actor)), deadline)
  if (present?.state.payment_collection) return paymentCollectionAnswer(present)

  const changed = await changedCart({ actor, command, passOn, selection, params: { id: body.cart_id } }, deps, {
    plan: (cart, context) =>
      cart.payment_collection
        ? { cart }
        : { cart: { ...cart, payment_collection: newCollection(cart, context) }, keepsPromotions: true },
  })
  return paymentCollectionAnswer(changed)
})
