import { removeShippingMethods as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withoutMethods } from '../../domain/shipping-methods/without-methods.ts'
import { changeCart } from '../change-cart.ts'

/** Methods that the cart does not have are ignored, even if another cart has them. */
export const removeShippingMethods = implement(contract, (request, deps: Deps) =>
  changeCart(request, deps, {
    plan: (cart) => ({ cart: withoutMethods(cart, request.body.shipping_method_ids) }),
    key: ['shipping methods'],
  }),
)
