import type { DecisionContext, QuotedPromotions } from '@souk/contracts'
import type { KeptBeside } from '../orders/kept-beside.ts'
import type { Order } from '../orders/order.ts'
import { type PromotionQuestion, placedQuestion, takenOff } from '../promotions/promotion-question.ts'
import { appendActions, replaceChange } from './active-change.ts'
import { activeChange, type OrderChange, replacesAdjustments } from './order-change.ts'
import { applyChange } from './preview.ts'
import { adjustmentActions } from './replace-adjustments.ts'

const withoutReplacements = (change: OrderChange): OrderChange => ({
  ...change,
  actions: change.actions.filter(({ action }) => !replacesAdjustments(action)),
})

/**
 * The request that recomputes the order's own promotions, including automatic ones, for its active change. Undefined if the
 * change does not carry them over, the order has none, or it is a draft, whose promotions are computed with each step of its edit
 * anyway.
 */
export function carriedQuestion(order: Order & Pick<KeptBeside, 'order_set'>): PromotionQuestion | undefined {
  const change = activeChange(order)
  if (!change?.carry_over_promotions || order.is_draft_order || order.promotions.length === 0) return undefined
  // Unchecked: a change that does not fit any more is refused when it matters; here it may be on its way to fit again.
  const changed = applyChange(order, withoutReplacements(change), false)
  const question = placedQuestion(changed)
  if (!order.order_set) return question
  const { id, place } = order.order_set
  return { ...question, order_set: { id, place, taken: takenOff(changed) } }
}

/**
 * The order with the adjustments of its promotions following its active change: one action for each line and shipping method
 * whose adjustments change. Without `carry_over_promotions`, those actions are removed. Returns the same order if there is
 * nothing to do, and for a draft.
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
  const replacements = adjustmentActions(applyChange(order, bare, false), making)
  return appendActions(replaceChange(order, bare), bare, replacements, context)
}
