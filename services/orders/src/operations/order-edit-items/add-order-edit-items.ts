import { addOrderEditItems as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { addItems } from '../../domain/order-edits/edit-items.ts'
import { type ItemBasis, isSameItemBasis, itemBasisOf, type QuotedItems } from '../../domain/order-edits/item-basis.ts'
import { changeOrderEdit } from '../change-order-edit.ts'
import { quoteItems } from '../quote-items.ts'

export const addOrderEditItems = implement(contract, (request, deps: Deps) => {
  const { items } = request.body
  return changeOrderEdit<QuotedItems, ItemBasis>(request, deps, {
    change(order, context, quoted) {
      requireEdit(order)
      const basis = itemBasisOf(order)
      if (!quoted || !isSameItemBasis(quoted.basis, basis)) return new LookupNeeded(basis)
      return addItems(order, quoted.items, items, context)
    },
    lookup: (basis) => quoteItems(items, basis, request, deps),
    touched: items.length,
  })
})
