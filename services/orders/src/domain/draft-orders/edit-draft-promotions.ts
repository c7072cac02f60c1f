import { type CodedPromotion, type DecisionContext, invalidData, type Promotion } from '@souk/contracts'
import { appendActions, type NewAction, requireEdit } from '../order-changes/active-change.ts'
import { applyChange } from '../order-changes/preview.ts'
import type { Order } from '../orders/order.ts'

/** The action that adds a promotion to a draft, or removes one. */
export function promotionAction(action: 'PROMOTION_ADD' | 'PROMOTION_REMOVE', promotion: Promotion): NewAction {
  const { id: reference_id, code } = promotion
  const about = { action, reference: 'order_promotion', reference_id }
  if (action === 'PROMOTION_REMOVE') return { ...about, details: { removed_code: code } }
  return { ...about, details: { added_code: code }, created: { promotion } }
}

/**
 * Adds promotions to the active edit of a draft; those that it already has stay as they are.
 * @param found the promotions with these codes
 * @throws invalid_data if it has no active edit, or would have more than 500 actions, or a code has no active promotion
 */
export function addDraftPromotions<T extends Order>(
  order: T,
  codes: readonly string[],
  found: readonly CodedPromotion[],
  context: DecisionContext,
): T {
  const change = requireEdit(order)
  assertFound(codes, found)
  const inactive = found.flatMap(({ code, is_active }) => (is_active || code === null ? [] : code))
  if (inactive.length > 0) throw invalidData(`${named(inactive)} ${inactive.length === 1 ? 'is' : 'are'} not active`)
  const { promotions } = applyChange(order, change, false)
  const added = found.filter(({ id }) => !promotions.some((promotion) => promotion.id === id))
  const actions = added.map(({ is_active: _, ...promotion }) => promotionAction('PROMOTION_ADD', promotion))
  return actions.length === 0 ? order : appendActions(order, change, actions, context)
}

/**
 * Removes promotions in the draft's active edit, named by the codes that the draft shows or by their present ones; those that
 * the draft does not have are ignored.
 * @param found the promotions that have these codes now
 * @throws as `addDraftPromotions`, except for inactive promotions
 */
export function removeDraftPromotions<T extends Order>(
  order: T,
  codes: readonly string[],
  found: readonly Promotion[],
  context: DecisionContext,
): T {
  const change = requireEdit(order)
  const { promotions } = applyChange(order, change, false)
  assertFound(codes, [...found, ...promotions])
  const removed = promotions.filter(({ id, code }) => (code && codes.includes(code)) || found.some((one) => one.id === id))
  const actions = removed.map((promotion) => promotionAction('PROMOTION_REMOVE', promotion))
  return actions.length === 0 ? order : appendActions(order, change, actions, context)
}

/** A new draft may have promotions that are not active yet. @throws invalid_data for a code without a promotion */
export function assertCodes(codes: readonly string[], found: readonly Promotion[]): void {
  const missing = codes.find((code) => !found.some((promotion) => promotion.code === code))
  if (missing !== undefined) throw invalidData(`The promotion code ${missing} is invalid`)
}

function assertFound(codes: readonly string[], found: readonly Promotion[]) {
  const missing = [...new Set(codes)].filter((code) => !found.some((promotion) => promotion.code === code))
  if (missing.length > 0) throw invalidData(`${named(missing)} not found`)
}

const named = (codes: readonly string[]) => `Promotion ${codes.length === 1 ? 'code' : 'codes'} "${codes.join('", "')}"`
