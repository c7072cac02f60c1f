import type { CodedPromotion, DecisionContext } from '@souk/contracts'
import { LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

type Request = Parameters<typeof changeDraftEdit>[0] & { body: { promo_codes: readonly string[] } }
type Change = (
  order: OrderRecord,
  codes: readonly string[],
  found: readonly CodedPromotion[],
  context: DecisionContext,
) => OrderRecord

/** Changes the promotions of a draft in its edit. @param change gets the promotions that have the codes */
export const changeDraftPromotions = (change: Change) => (request: Request, deps: Deps) => {
  const { promo_codes } = request.body
  return changeDraftEdit<CodedPromotion[], readonly string[]>(request, deps, {
    change(order, context, found) {
      requireEdit(order)
      return found ? change(order, promo_codes, found, context) : new LookupNeeded(promo_codes)
    },
    lookup: (codes) => deps.promotions.find(codes, request.passOn()),
  })
}
