import {
  claimRequestCanceled,
  type DomainEvent,
  exchangeRequestCanceled,
  orderCanceled,
  orderEditCanceled,
  orderTransferCanceled,
  returnReceiptCanceled,
  returnRequestCanceled,
} from '@souk/contracts'
import { activeChange, type OrderChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { partMadeBy } from '../domain/returns/give-up-change.ts'

const PART_EVENTS = { return: returnRequestCanceled, claim: claimRequestCanceled, exchange: exchangeRequestCanceled } as const

/**
 * The events of an order that is canceled, and of its active change, which is canceled with it.
 * @param order before the cancellation
 */
export function canceledOrderEvents(order: OrderRecord): DomainEvent[] {
  const change = activeChange(order)
  return [orderCanceled({ id: order.id }), ...(change ? givenUp(order.id, change) : [])]
}

function givenUp(order_id: string, change: OrderChange): DomainEvent[] {
  const part = partMadeBy(change)
  if (part) return [PART_EVENTS[part.kind]({ order_id, id: part.id })]
  const { id: order_change_id, change_type, return_id } = change
  if (change_type === 'transfer') return [orderTransferCanceled({ id: order_id, order_change_id })]
  if (change_type === 'return_receive' && return_id) return [returnReceiptCanceled({ order_id, id: return_id })]
  return [orderEditCanceled({ order_id, order_change_id })]
}
