import type { DecisionContext } from '@souk/contracts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { type Acting, assertMayBegin, type NewAction, wholeAction } from './active-change.ts'
import { confirmChange } from './confirm-change.ts'
import { type ChangeFacts, newChange } from './new-change.ts'

/**
 * The order's next version, by a change of these actions that needs no confirmation; authorized money stays, to be captured. The
 * caller limits the number of changes: see `assertRoomForChange`.
 * @throws invalid_data if the order is canceled, has an active change, or does not allow an action
 */
export function changeAtOnce(
  order: OrderRecord,
  facts: ChangeFacts,
  actions: readonly NewAction[],
  context: DecisionContext & Acting,
): OrderRecord {
  assertMayBegin(order)
  const begun = newChange(order, facts, context)
  const whole = actions.map((action, n) => wholeAction(action, { order, change: begun, ordering: n + 1, context }))
  const change = { ...begun, actions: whole }
  return confirmChange({ ...order, changes: [...order.changes, change] }, change, context, { keepsAuthorized: true })
}
