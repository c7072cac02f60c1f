import { addLineItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { planLines } from '../../domain/line-items/plan-lines.ts'
import { changeCart } from '../change-cart.ts'

/** All lines are priced again, the new one for the quantity that it is merged to, which its price may depend on. */
export const addLineItem = implement(contract, (request, deps: Deps) => {
  const { body } = request
  const line = { ...body, metadata: body.metadata ?? {} }
  return changeCart(request, deps, {
    plan: (cart) => ({ cart, lines: planLines(cart.items, [line]) }),
    key: [line.variant_id, line.metadata],
  })
})
