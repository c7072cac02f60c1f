import { minus, times } from '@souk/totals'
import type { OrderItem } from '../orders/order-lines.ts'
import type { ChangeActionType, OrderChangeAction } from './order-change.ts'

/** These move or remove as many units of a line as they name. */
const MOVING: ReadonlySet<ChangeActionType> = new Set([
  'ITEM_REMOVE',
  'RETURN_ITEM',
  'CANCEL_RETURN_ITEM',
  'RECEIVE_RETURN_ITEM',
  'RECEIVE_DAMAGED_RETURN_ITEM',
])

/** The units remain the customer's. */
const FREE: ReadonlySet<ChangeActionType> = new Set(['WRITE_OFF_ITEM', 'REINSTATE_ITEM'])

/**
 * The action with the price of its units, as previews show it; an amount that it has is kept.
 * @param line before the action; undefined for one that the action adds
 */
export function withAmount(action: OrderChangeAction, line: Pick<OrderItem, 'unit_price' | 'quantity'> | undefined) {
  const amount = action.amount ?? priceOf(action, line)
  return amount === action.amount ? action : { ...action, amount }
}

function priceOf({ action, details }: OrderChangeAction, line: Parameters<typeof withAmount>[1]): number | null {
  if (FREE.has(action)) return 0
  const { quantity, unit_price } = details ?? {}
  if (quantity == null) return null
  if (action === 'ITEM_ADD') return unit_price == null ? null : times(unit_price, quantity)
  if (!line) return null
  if (MOVING.has(action)) return times(line.unit_price, quantity)
  if (action !== 'ITEM_UPDATE') return null
  return minus(times(unit_price ?? line.unit_price, quantity), times(line.unit_price, line.quantity))
}
