import { isDeepStrictEqual } from 'node:util'
import { type DecisionContext, type QuotedPromotions, sameEntries } from '@souk/contracts'
import { type NewAction, replaceChange, wholeAction } from '../order-changes/active-change.ts'
import { activeChange, type OrderChangeAction, replacesAdjustments } from '../order-changes/order-change.ts'
import { applyChange } from '../order-changes/preview.ts'
import { adjustmentActions } from '../order-changes/replace-adjustments.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { promotionsAfter } from '../promotions/promotion-adjustments.ts'
import { promotionAction } from './edit-draft-promotions.ts'

/** Whether the action is derived from others: adjustments, and automatic promotions that come or go. */
const isComputed = ({ action, details }: OrderChangeAction) => replacesAdjustments(action) || details.is_automatic === true

/** The draft without the derived actions of its active edit; the same draft if there are none. */
export function withoutComputed(draft: OrderRecord): OrderRecord {
  const change = activeChange(draft)
  if (!change?.actions.some(isComputed)) return draft
  return replaceChange(draft, { ...change, actions: change.actions.filter((action) => !isComputed(action)) })
}

/**
 * The draft with the actions that promotions add after the explicit steps of its active edit. Derived actions do not count
 * towards the limit of actions.
 * @param draft without derived actions
 * @param before with the previous derived actions; returned if nothing differs
 */
export function withComputed(
  draft: OrderRecord,
  before: OrderRecord,
  quoted: QuotedPromotions,
  context: DecisionContext,
): OrderRecord {
  const change = activeChange(draft)!
  const present = activeChange(before)?.actions ?? []
  const earlier = present.filter(isComputed)
  // Not checked here: later steps may make the change fit again, and its confirmation refuses it if they do not.
  const changed = applyChange(draft, change, false)
  const known = earlier.flatMap(({ details }) => details.adjustments ?? [])
  const making = { order_id: draft.id, quoted, known, context }
  const { added, removed } = promotionsAfter(changed.promotions, quoted)
  const following: NewAction[] = [
    ...removed.map((promotion) => automatic(promotionAction('PROMOTION_REMOVE', promotion))),
    ...added.map((promotion) => automatic(promotionAction('PROMOTION_ADD', promotion))),
    ...adjustmentActions(changed, making),
  ]
  const taken = present.filter((action) => !isComputed(action))
  if (sameEntries(taken, change.actions) && isDeepStrictEqual(following.map(facts), earlier.map(facts))) return before
  const last = change.actions.at(-1)?.ordering ?? 0
  const actions = following.map((action, n) => wholeAction(action, { order: draft, change, ordering: last + n + 1, context }))
  return replaceChange(draft, { ...change, actions: [...change.actions, ...actions] })
}

const automatic = (action: NewAction): NewAction => ({ ...action, details: { ...action.details, is_automatic: true } })

const facts = ({ action, details, reference_id = null }: NewAction) => ({ action, details, reference_id })
