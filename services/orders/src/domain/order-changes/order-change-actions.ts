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
 * The effect of one action on the order as the previous actions left it; neither argument is changed.
 * @param created the records that the action adds; default: those that it carries
 * @param isChecked false: a line may keep fewer units than are fulfilled, and more units may move than there are
 * @throws invalid_data if the order does not allow it; an Error for an unknown type, which no stored change can have
 */
export function differenceBy(
  order: ChangedOrder,
  action: OrderChangeAction,
  created: Created = action.created ?? {},
  isChecked = true,
): OrderDifference {
  if (!Object.hasOwn(ACTIONS, action.action)) throw new Error(`Action type ${action.action} is not defined`)
  return ACTIONS[action.action](order, action, created, isChecked)
}
