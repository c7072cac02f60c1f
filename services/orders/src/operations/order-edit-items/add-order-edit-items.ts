import { addOrderEditItems as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { addItems } from '../../domain/order-edits/edit-items.ts'
import { type ItemBasis, isSameItemBasis, itemBasisOf, type QuotedItems } from '../../domain/order-edits/item-basis.ts'
import { editUpdated, lastActionIds } from '../change-order-edit.ts'
import { quoteItems } from '../quote-items.ts'

export const addOrderEditItems = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request

  const outcome = await deps.orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as QuotedItems | undefined,

    decide(order, context, quoted) {
      requireEdit(order)
      const basis = itemBasisOf(order)
      if (!quoted || !isSameItemBasis(quoted.basis, basis)) return new LookupNeeded(basis)
      const state = addItems(order, quoted.items, body.items, context)
      return editUpdated(state, lastActionIds(state, body.items.length), context)
    },
    lookup: (basis: ItemBasis) => quoteItems(body.items, basis, request, deps),
  })

  return previewAnswer('order_preview', outcome, request, deps)
})
