import type { ApplyAction, ChangedOrder, OrderDifference } from '../orders/changed-order.ts'
import { FULFILLMENT_ACTIONS } from './fulfillment-actions.ts'
import { ITEM_ACTIONS } from './item-actions.ts'
import { ORDER_ACTIONS } from './order-actions.ts'
import type { ChangeActionType, Created, OrderChangeAction } from './order-change.ts'
import { RETURN_ACTIONS } from './return-actions.ts'
import { SHIPPING_ACTIONS } from './shipping-actions.ts'

/** Every type of action: neither a type without an entry nor an entry without a type compiles. */
const ACTIONS = {
  ...ITEM_ACTIONS,
  ...FULFILLMENT_ACTIONS,
  ...RETURN_ACTIONS,
  ...SHIPPING_ACTIONS,
  ...ORDER_ACTIONS,
} satisfies Record<ChangeActionType, ApplyAction>

/**
 * What one action changes about the order as the actions before it left it; neither argument is changed.
 * @param created what the action brings along: by default what it carries
 * @throws invalid_data when the order does not allow it; an Error for a type that nobody knows, which no stored change can have
 */
export function differenceBy(
  order: ChangedOrder,
  action: OrderChangeAction,
  created: Created = action.created ?? {},
): OrderDifference {
  if (!Object.hasOwn(ACTIONS, action.action)) throw new Error(`Action type ${action.action} is not defined`)
  return ACTIONS[action.action](order, action, created)
}
