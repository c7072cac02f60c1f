import { removeGiftCard as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { takeOff } from '../../domain/gift-cards/cart-gift-cards.ts'
import { changeCart } from '../change-cart.ts'

/** The card's credit is removed; the credit of the remaining cards is recomputed from their present balances. */
export const removeGiftCard = implement(contract, (request, deps: Deps) =>
  changeCart(request, deps, {
    plan: (cart) => ({ cart: takeOff(cart, request.body.code), keepsPromotions: true }),
    missing: (id) => notFound(`Cart id not found: ${id}`),
  }),
)
