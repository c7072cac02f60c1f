import { addCartPromotions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withCodes } from '../../domain/promotions/promo-codes.ts'
import { changeCart } from '../change-cart.ts'

/** A promotion that takes nothing off the cart at present is not kept. */
export const addCartPromotions = implement(contract, (request, deps: Deps) =>
  changeCart(request, deps, {
    plan: (cart) => ({ cart, promo_codes: withCodes(cart, request.body.promo_codes) }),
    key: ['promotions'],
  }),
)
