import type { DecisionContext, QuotedPromotions } from '@souk/contracts'
import { type OrderRecord, orderRecord } from '../orders/stored-order.ts'
import { adjustmentsOf, promotionsAfter } from '../promotions/promotion-adjustments.ts'

/** A new draft with the adjustments of its promotions, and its totals. Promotions by code stay even if they take nothing off. */
export function promotedDraft(draft: OrderRecord, quoted: QuotedPromotions, context: DecisionContext): OrderRecord {
  const { added, removed } = promotionsAfter(draft.promotions, quoted)
  const making = { order_id: draft.id, quoted, context }
  return orderRecord({
    ...draft,
    promotions: [...draft.promotions.filter((promotion) => !removed.includes(promotion)), ...added],
    items: draft.items.map((item) => ({ ...item, adjustments: adjustmentsOf(item, { ...making, on: 'item_id' }) })),
    shipping_methods: draft.shipping_methods.map((method) => ({
      ...method,
      adjustments: adjustmentsOf(method, { ...making, on: 'shipping_method_id' }),
    })),
  })
}
