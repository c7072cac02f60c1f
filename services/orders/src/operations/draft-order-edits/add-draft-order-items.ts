import { addDraftOrderItems as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { customLine } from '../../domain/draft-orders/draft-taxes.ts'
import { addDraftItems, type QuotedDraftItems } from '../../domain/draft-orders/edit-draft-items.ts'
import { assertDescribed } from '../../domain/draft-orders/new-draft-item.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { type ItemBasis, isSameItemBasis, itemBasisOf } from '../../domain/order-edits/item-basis.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

/** All new lines are quoted together: lines of one variant share its stock. */
export const addDraftOrderItems = implement(contract, (request, deps: Deps) => {
  const { body, deadline, passOn } = request
  const variants = body.items.flatMap(({ variant_id, ...item }) => (variant_id ? { ...item, variant_id } : []))
  const hasCustom = variants.length < body.items.length
  assertDescribed(body.items)

  return changeDraftEdit<QuotedDraftItems & { basis: ItemBasis }, ItemBasis>(request, deps, {
    change(order, context, known) {
      requireEdit(order)
      const basis = itemBasisOf(order)
      if (!known || !isSameItemBasis(known.basis, basis)) return new LookupNeeded(basis)
      return addDraftItems(order, known, body.items, context)
    },
    async lookup(basis) {
      const found = basis.customer_id === null ? undefined : await deps.customers.find(basis.customer_id, deadline)
      const buyer = found ? { id: found.record.id, group_ids: found.record.group_ids } : null
      const { region_id, tax_address } = basis
      const [quoted, rates] = await Promise.all([
        variants.length > 0 ? deps.variants.quote(variants, basis, buyer, passOn()) : [],
        hasCustom ? deps.draftFacts.taxes({ region_id, tax_address, lines: [customLine('custom')] }, passOn()) : [],
      ])
      return { basis, quoted, rates: rates.flatMap(({ tax_lines }) => tax_lines) }
    },
  })
})
