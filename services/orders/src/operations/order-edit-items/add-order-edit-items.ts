import { addOrderEditItems as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { addItems } from '../../domain/order-edits/edit-items.ts'
import { type ItemBasis, isSameItemBasis, itemBasisOf, type QuotedItems } from '../../domain/order-edits/item-basis.ts'
import { editUpdated, lastActionIds } from '../change-order-edit.ts'
import { executeCarrying } from '../execute-carrying.ts'
import { quoteItems } from '../quote-items.ts'

export const addOrderEditItems = implement(contract, async (request, deps: Deps) => {
  const { params, body } = request
  const outcome = await executeCarrying<QuotedItems, ItemBasis>(params.id, request, deps, {
    decide(order, context, quoted) {
      requireEdit(order)
      const basis = itemBasisOf(order)
      if (!quoted || !isSameItemBasis(quoted.basis, basis)) return new LookupNeeded(basis)
      const state = addItems(order, quoted.items, body.items, context)
      return editUpdated(state, lastActionIds(state, body.items.length))
    },
    lookup: (basis: ItemBasis) => quoteItems(body.items, basis, request, deps),
  })

  return previewAnswer('order_preview', outcome, request, deps)
})
