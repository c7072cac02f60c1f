import { type ClaimReason, type DecisionContext, invalidData } from '@souk/contracts'
import { appendActions, fitting, replaceAction, requireAction, restated, withoutAction } from '../order-changes/active-change.ts'
import type { OrderChange, OrderChangeAction } from '../order-changes/order-change.ts'
import type { Metadata } from '../orders/order-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { requirePartChange } from '../returns/part-change.ts'

interface ClaimedUnits {
  quantity: number
  reason?: ClaimReason | null | undefined
  internal_note?: string | null | undefined
  metadata?: Metadata | undefined
}

export interface ClaimedItem extends ClaimedUnits {
  /** The id of the order's line. */
  id: string
}

/**
 * Claims units of the order's lines: they are written off once the claim is confirmed. Units that were claimed before, even in
 * earlier steps, cannot be claimed again.
 * @throws as `requirePartChange`; invalid_data if the order has no such line, or fewer unclaimed units of it, and beyond 500
 * actions
 */
export function claimItems(order: OrderRecord, claim_id: string, items: readonly ClaimedItem[], context: DecisionContext) {
  const { change } = requirePartChange(order, 'claim', claim_id)
  const added = items.map(({ id, quantity, reason, internal_note = null, metadata }) => ({
    action: 'WRITE_OFF_ITEM' as const,
    claim_id,
    reference: 'order_claim',
    reference_id: claim_id,
    details: { reference_id: id, quantity, ...(reason && { reason }), ...(metadata && { metadata }) },
    internal_note,
  }))
  return fitting(appendActions(order, change, added, context))
}

/**
 * Changes a step that claims units.
 * @throws as `claimItems`; not_found if there is no such step, invalid_data for another kind
 */
export function updateClaimedItem(
  order: OrderRecord,
  claim_id: string,
  action_id: string,
  { quantity, reason, internal_note, metadata }: Partial<ClaimedUnits>,
  context: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const { change } = requirePartChange(order, 'claim', claim_id)
  const action = requireClaiming(change, claim_id, action_id)
  return fitting(replaceAction(order, change, restated(action, { quantity, reason, internal_note, metadata }, context)))
}

/** Removes a step that claims units. @throws as `updateClaimedItem`, except for missing units */
export function removeClaimedItem(order: OrderRecord, claim_id: string, action_id: string): OrderRecord {
  const { change } = requirePartChange(order, 'claim', claim_id)
  return withoutAction(order, change, requireClaiming(change, claim_id, action_id).id)
}

function requireClaiming(change: OrderChange, claim_id: string, action_id: string): OrderChangeAction {
  const action = requireAction(change, action_id, `No item claim found for claim ${claim_id} in order change ${change.id}`)
  if (action.action !== 'WRITE_OFF_ITEM') throw invalidData(`Action ${action_id} is not claiming an item`)
  return action
}
