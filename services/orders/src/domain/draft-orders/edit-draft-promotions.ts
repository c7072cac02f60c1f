import { type CodedPromotion, type DecisionContext, invalidData, type Promotion } from '@souk/contracts'
import { appendActions, type NewAction, requireEdit } from '../order-changes/active-change.ts'
import { applyChange } from '../order-changes/preview.ts'
import type { Order } from '../orders/order.ts'

/** The action by which a draft gets a promotion, or loses one. */
export function promotionAction(action: 'PROMOTION_ADD' | 'PROMOTION_REMOVE', promotion: Promotion): NewAction {
  const { id: reference_id, code } = promotion
  const about = { action, reference: 'order_promotion', reference_id }
  if (action === 'PROMOTION_REMOVE') return { ...about, details: { removed_code: code } }
  return { ...about, details: { added_code: code }, created: { promotion } }
}

/**
 * Adds promotions to the active edit of a draft; those that it has stay as they are. @param found the promotions with these codes
 * @throws invalid_data when it has no active edit, or would have more than 500 actions, or a code is of no active promotion
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
 * Takes promotions from the draft, in its active edit; codes that it does not have are none of its concern.
 * @throws as `addDraftPromotions`, but of promotions that have stopped
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
  const removed = promotions.filter(({ code }) => code !== null && codes.includes(code))
  const actions = removed.map((promotion) => promotionAction('PROMOTION_REMOVE', promotion))
  return actions.length === 0 ? order : appendActions(order, change, actions, context)
}

/** A new draft keeps codes of promotions that are not active yet. @throws invalid_data for one that no promotion has */
export function assertCodes(codes: readonly string[], found: readonly Promotion[]): void {
  const missing = codes.find((code) => !found.some((promotion) => promotion.code === code))
  if (missing !== undefined) throw invalidData(`The promotion code ${missing} is invalid`)
}

function assertFound(codes: readonly string[], found: readonly Promotion[]) {
  const missing = [...new Set(codes)].filter((code) => !found.some((promotion) => promotion.code === code))
  if (missing.length > 0) throw invalidData(`${named(missing)} not found`)
}

const named = (codes: readonly string[]) => `Promotion ${codes.length === 1 ? 'code' : 'codes'} "${codes.join('", "')}"`
