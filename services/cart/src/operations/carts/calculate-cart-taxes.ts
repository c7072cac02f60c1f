import { calculateCartTaxes as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { presentLines } from '../../domain/line-items/plan-lines.ts'
import { changeCart } from '../change-cart.ts'

/** Uses present prices, as every change of lines does. */
export const calculateCartTaxes = implement(contract, (request, deps: Deps) =>
  changeCart(request, deps, {
    plan(cart) {
      if (!cart.shipping_address?.country_code) throw invalidData('country code is required to calculate taxes')
      return { cart, lines: presentLines(cart.items), with_taxes: true }
    },
    key: ['taxes'],
  }),
)
