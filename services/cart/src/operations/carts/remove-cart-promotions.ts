import { removeCartPromotions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withoutCodes } from '../../domain/promotions/promo-codes.ts'
import { changeCart } from '../change-cart.ts'

/** Codes that the cart does not have are ignored; automatic promotions stay. */
export const removeCartPromotions = implement(contract, (request, deps: Deps) =>
  changeCart(request, deps, {
    plan: (cart) => ({ cart, promo_codes: withoutCodes(cart, request.body.promo_codes) }),
    key: ['promotions'],
  }),
)
