import { type DecisionContext, notAllowed, type Return } from '@souk/contracts'
import type { Acting } from '../order-changes/active-change.ts'
import { changeAtOnce } from '../order-changes/change-at-once.ts'
import { assertRoomForChange, MAX_SETTLING_CHANGES } from '../order-changes/new-change.ts'
import type { KnownChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { actionsOfClaim, actionsOfExchange, actionsOfReturn, actionsOfShipping } from './canceling-actions.ts'
import { changeThatMade, formerAdjustments } from './former-adjustments.ts'
import {
  assertPartNotCanceled,
  livingReturnOf,
  PART_LISTS,
  type PartKind,
  type ReplacementKind,
  requirePart,
} from './order-parts.ts'
import { assertNoneOnItsWay } from './return-fulfillment.ts'

type Context = DecisionContext & Acting

/**
 * Cancels a return by a change of its own: in the order's next version its items are no longer requested back, and lines get back
 * the discounts that it took from them. Authorized money stays, to be captured.
 * @param made the change that made it, with its actions; default: that in the order, if it still has them
 * @throws not_found if the order has no such return; invalid_data if the return or the order is canceled, or the order has an
 * active change or 200 changes; not_allowed if items have come back, or may be on their way
 */
export function cancelReturn(
  order: OrderRecord,
  id: string,
  context: Context,
  made: KnownChange | undefined = changeThatMade(order, 'return', id),
): OrderRecord {
  const returned = requirePart(order, 'return', id)
  assertReturnMayBeCanceled(returned, 'return')
  const about = { return_id: id }
  const actions = [
    ...actionsOfReturn(returned),
    ...actionsOfShipping(order.shipping_methods, about),
    ...formerAdjustments(order, made),
  ]
  const canceled = { ...order, returns: order.returns.map((one) => (one === returned ? withoutReturn(one, context) : one)) }
  assertRoomForChange(order, MAX_SETTLING_CHANGES)
  return changeAtOnce(canceled, { change_type: 'return', ...about }, actions, context)
}

/**
 * Cancels a claim or an exchange together with its return, in one change: outbound items are removed with their shipping costs,
 * units that were written off count again, and lines get back the discounts that it took from them. A return that is already
 * canceled stays so.
 * @param made the change that made it, with its actions; default: that in the order, if it still has them
 * @throws as `cancelReturn`; invalid_data also if an outbound item is packed
 */
export function cancelReplacement(
  order: OrderRecord,
  kind: ReplacementKind,
  id: string,
  context: Context,
  made: KnownChange | undefined = changeThatMade(order, kind, id),
): OrderRecord {
  const replacement = requirePart(order, kind, id)
  assertPartNotCanceled(kind, replacement)
  const returned = livingReturnOf(order, replacement)
  if (returned) assertReturnMayBeCanceled(returned, kind)
  const about = { [`${kind}_id`]: id, ...(returned && { return_id: returned.id }) }
  const actions = [
    ...('claim_items' in replacement ? actionsOfClaim(replacement, order.items) : actionsOfExchange(replacement, order.items)),
    ...(returned ? actionsOfReturn(returned) : []),
    ...actionsOfShipping(order.shipping_methods, about),
    ...formerAdjustments(order, made),
  ]
  const gone = { canceled_at: context.now, updated_at: context.now }
  const list = PART_LISTS[kind]
  const canceled = {
    ...order,
    [list]: order[list].map((one) => (one.id === id ? { ...one, ...gone } : one)),
    returns: order.returns.map((one) => (one === returned ? withoutReturn(one, context) : one)),
  }
  assertRoomForChange(order, MAX_SETTLING_CHANGES)
  return changeAtOnce(canceled, { change_type: kind, ...about }, actions, context)
}

function assertReturnMayBeCanceled(returned: Return, canceling: PartKind): void {
  assertPartNotCanceled('return', returned)
  assertNoneOnItsWay(returned, canceling)
  if (returned.items.some(({ received_quantity, damaged_quantity }) => received_quantity > 0 || damaged_quantity > 0))
    throw notAllowed("Can't cancel a return which has returned items")
}

const withoutReturn = (returned: Return, { now }: Context): Return => ({
  ...returned,
  status: 'canceled',
  canceled_at: now,
  updated_at: now,
})
