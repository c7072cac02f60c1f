import { type DecisionContext, type QuotedPromotions, sameEntries } from '@souk/contracts'
import type { ChangedItem, ChangedShippingMethod } from '../orders/changed-order.ts'
import type { Order } from '../orders/order.ts'
import { adjustmentsOf } from '../promotions/promotion-adjustments.ts'
import { type PromotionQuestion, promotionQuestion } from '../promotions/promotion-question.ts'
import { appendActions, type NewAction, replaceChange } from './active-change.ts'
import { activeChange, type OrderChange, replacesAdjustments } from './order-change.ts'
import { applyChange } from './preview.ts'

type Line = ChangedItem | ChangedShippingMethod

const withoutReplacements = (change: OrderChange): OrderChange => ({
  ...change,
  actions: change.actions.filter(({ action }) => !replacesAdjustments(action)),
})

/**
 * The question by which the order's own promotions, automatic ones among them, follow its active change. Undefined where that
 * does not carry them over, the order has none, or is a draft: that one's are computed with each step of its edit anyway.
 */
export function carriedQuestion(order: Order): PromotionQuestion | undefined {
  const change = activeChange(order)
  const codes = order.promotions.flatMap(({ code }) => code ?? [])
  if (!change?.carry_over_promotions || order.is_draft_order || codes.length === 0) return undefined
  // A change that does not fit any more is refused where it matters; here it may still be on its way to fit again.
  return { ...promotionQuestion(applyChange(order, withoutReplacements(change), false)), codes, is_placed: true }
}

/**
 * The order with its active change followed by the adjustments of the order's promotions: one action for each line and shipping
 * method whose adjustments change. Without `carry_over_promotions`, those actions are taken back. The same order when there is
 * nothing to do, and a draft.
 * @param quoted the answer to `carriedQuestion`
 * @throws invalid_data beyond 500 actions
 */
export function withCarriedPromotions<T extends Order>(order: T, quoted: QuotedPromotions, context: DecisionContext): T {
  const change = activeChange(order)
  if (!change || order.is_draft_order) return order
  const bare = withoutReplacements(change)
  if (!change.carry_over_promotions) return bare.actions.length === change.actions.length ? order : replaceChange(order, bare)

  const known = change.actions.flatMap(({ details }) => details.adjustments ?? [])
  const making = { order_id: order.id, quoted, known, context }
  const { items, shipping_methods } = applyChange(order, bare, false)
  const replacements = [
    ...items.flatMap((line) => replacing('ITEM_ADJUSTMENTS_REPLACE', line, adjustmentsOf(line, { ...making, on: 'item_id' }))),
    ...shipping_methods.flatMap((method) =>
      replacing('SHIPPING_ADJUSTMENTS_REPLACE', method, adjustmentsOf(method, { ...making, on: 'shipping_method_id' })),
    ),
  ]
  return appendActions(replaceChange(order, bare), bare, replacements, context)
}

/** Nothing where the line has these adjustments already. */
function replacing(action: NewAction['action'], line: Line, adjustments: Line['adjustments']): NewAction[] {
  return sameEntries(adjustments, line.adjustments) ? [] : [{ action, details: { reference_id: line.id, adjustments } }]
}
