import type * as Answer from '@souk/contracts'
import type { ItemAdjustment, Metadata, OrderItem, ShippingAdjustment, ShippingMethod } from './order-records.ts'

export type ChangeActionType = Answer.OrderChangeActionType

/** What an action needs to know; which fields are read is up to its type. */
export type ActionDetails = {
  /** The line item, or the shipping method whose adjustments are replaced. */
  reference_id?: string
  quantity?: number
  unit_price?: number | null
  compare_at_unit_price?: number | null
  /** Merged into the line's; an empty text removes its key, null removes all. */
  metadata?: Metadata
  adjustments?: readonly (ItemAdjustment | ShippingAdjustment)[]
  new_email?: string
}

/** Records that an action brings along: they belong to the order only once the change is confirmed. */
export interface Created {
  item?: OrderItem
  shipping_method?: ShippingMethod
  credit_line?: Answer.OrderCreditLine
}

/** One step of a change as stored; `created` is never part of an answer. */
export interface OrderChangeAction extends Omit<Answer.OrderChangeAction, 'details'> {
  details: ActionDetails
  created?: Created
}

type Elsewhere = 'actions' | 'order' | 'return_order' | 'exchange' | 'claim'

/** A staged change of an order: nothing of it holds before it is confirmed. */
export interface OrderChange extends Omit<Answer.OrderChange, Elsewhere> {
  actions: readonly OrderChangeAction[]
}

/** The change that is still being made, if any: an order has at most one. */
export const activeChange = ({ changes }: { changes: readonly OrderChange[] }): OrderChange | undefined =>
  changes.findLast(({ status }) => status === 'pending' || status === 'requested')
