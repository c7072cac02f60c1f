import { updateLineItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changedLines, withoutLine } from '../../domain/line-items/change-lines.ts'
import { changeCart } from '../change-cart.ts'

export const updateLineItem = implement(contract, (request, deps: Deps) => {
  const { params, body } = request
  return changeCart(request, deps, {
    plan(cart) {
      const lines = changedLines(cart.items, params.line_id, body)
      return body.quantity === 0 ? withoutLine(cart, params.line_id) : { cart, lines }
    },
  })
})
