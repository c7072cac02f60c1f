import { type CodedPromotion, removeDraftOrderPromotions as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeDraftPromotions } from '../../domain/draft-orders/edit-draft-promotions.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const removeDraftOrderPromotions = implement(contract, (request, deps: Deps) => {
  const { promo_codes } = request.body
  return changeDraftEdit<CodedPromotion[], readonly string[]>(request, deps, {
    change(order, context, found) {
      requireEdit(order)
      return found ? removeDraftPromotions(order, promo_codes, found, context) : new LookupNeeded(promo_codes)
    },
    lookup: (codes) => deps.promotions.find(codes, request.passOn()),
  })
})
