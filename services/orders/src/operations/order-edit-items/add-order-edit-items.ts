import { addOrderEditItems as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { addItems } from '../../domain/order-edits/edit-items.ts'
import { type ItemBasis, isSameItemBasis, itemBasisOf, type QuotedItems } from '../../domain/order-edits/item-basis.ts'
import { editUpdated, lastActionIds } from '../change-order-edit.ts'

/** All new lines are quoted together: lines of one variant share its stock. */
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
    async lookup(basis: ItemBasis) {
      const customer =
        basis.customer_id === null ? undefined : await deps.customers.findRecord(basis.customer_id, request.deadline)
      const buyer = customer ? { id: customer.record.id, group_ids: customer.record.group_ids } : null
      return { basis, items: await deps.variants.quote(body.items, basis, buyer, request.passOn()) }
    },
  })

  return previewAnswer('order_preview', outcome, request, deps)
})
