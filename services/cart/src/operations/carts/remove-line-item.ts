import { removeLineItem as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownCart } from '../../answers/cart.ts'
import type { Deps } from '../../deps.ts'
import { withoutLine } from '../../domain/line-items/change-lines.ts'
import { changedCart } from '../change-cart.ts'

/** The other lines keep their prices unless shipping methods have to be priced again. */
export const removeLineItem = implement(contract, async (request, deps: Deps) => {
  const { line_id: id } = request.params
  const { state, revision } = await changedCart(request, deps, { plan: (cart) => withoutLine(cart, id) })
  const parent = shownCart(state, request.selection.all)
  return new Answer({ id, object: 'line-item' as const, deleted: true as const, parent }, { revision })
})
