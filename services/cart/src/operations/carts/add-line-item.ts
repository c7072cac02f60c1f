import { addLineItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { planLines } from '../../domain/line-items/plan-lines.ts'
import { changeCart } from '../change-cart.ts'

/** All lines are priced anew, the new one in the quantity to which it merges: its price may depend on that. */
export const addLineItem = implement(contract, (request, deps: Deps) => {
  const { body } = request
  const line = { ...body, metadata: body.metadata ?? {} }
  return changeCart(request, deps, {
    plan: (cart) => ({ cart, lines: planLines(cart.items, [line]) }),
    key: [line.variant_id, line.metadata],
  })
})
