import { type DecisionContext, invalidData, notAllowed, type Return } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import {
  type Acting,
  appendActions,
  assertMayBegin,
  canceledChange,
  fitting,
  replaceAction,
  replaceChange,
  requireAction,
  restated,
  withoutAction,
} from '../order-changes/active-change.ts'
import { MAX_SETTLING_CHANGES, newChange, withChanges } from '../order-changes/new-change.ts'
import type { OrderChange, OrderChangeAction } from '../order-changes/order-change.ts'
import type { Metadata } from '../orders/order-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { assertPartNotCanceled, requirePart } from './order-parts.ts'
import { requirePartChange } from './part-change.ts'

/** The condition of units that came back: as sent, or damaged. */
export type ReceivingAction = 'RECEIVE_RETURN_ITEM' | 'RECEIVE_DAMAGED_RETURN_ITEM'

interface ReceivedInput {
  /** The id of the order's line. */
  id: string
  quantity: number
  internal_note?: string | null | undefined
}

interface ReceiptInput {
  description?: string | undefined
  internal_note?: string | undefined
  metadata?: Metadata | undefined
}

/**
 * The order with a change that receives a return.
 * @throws not_found if it has no such return; invalid_data if the return or the order is canceled, or the order has an active
 * change or 200 changes; not_allowed if all of it has come back
 */
export function beginReceipt(
  order: OrderRecord,
  id: string,
  input: ReceiptInput,
  context: DecisionContext & Acting,
): OrderRecord {
  const returned = requirePart(order, 'return', id)
  assertPartNotCanceled('return', returned)
  assertMayBegin(order)
  if (returned.status === 'received') throw notAllowed(`Return with id ${id} has been received`)
  const { description = null, internal_note = null, metadata = null } = input
  const facts = { change_type: 'return_receive', return_id: id, description, internal_note, metadata } as const
  return withChanges(order, [newChange(order, facts, context)], MAX_SETTLING_CHANGES)
}

/** Cancels a receipt: its change stays in the history with its steps. @throws as `requirePartChange` */
export function cancelReceipt(order: OrderRecord, id: string, context: Pick<DecisionContext, 'now'> & Acting): OrderRecord {
  const { change } = requirePartChange(order, 'return', id, 'receive')
  return replaceChange(order, canceledChange(change, context))
}

/**
 * Records units of a return as received.
 * @throws as `requirePartChange`; invalid_data for lines that are not in the return, and for more units than are still to come
 * back
 */
export function receiveItems(
  order: OrderRecord,
  id: string,
  action: ReceivingAction,
  items: readonly ReceivedInput[],
  context: DecisionContext,
): OrderRecord {
  const { part, change } = requirePartChange(order, 'return', id, 'receive')
  const missing = items.filter((item) => !part.items.some(({ item_id }) => item_id === item.id)).map((item) => item.id)
  if (missing.length > 0) throw invalidData(`Items with ids ${missing.join(', ')} does not exist in Return with id ${id}.`)
  const added = items.map(({ id: reference_id, quantity, internal_note = null }) => ({
    action,
    return_id: id,
    reference: 'return',
    reference_id: id,
    details: { reference_id, quantity },
    internal_note,
  }))
  return withinReturn(fitting(appendActions(order, change, added, context)), id)
}

/**
 * Changes a step that receives units.
 * @throws as `receiveItems`; not_found if the change has no such step; invalid_data for a step of another kind
 */
export function updateReceivedItem(
  order: OrderRecord,
  id: string,
  action_id: string,
  { quantity, internal_note }: Partial<Omit<ReceivedInput, 'id'>>,
  context: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const { change } = requirePartChange(order, 'return', id, 'receive')
  const action = requireReceiving(change, id, action_id, 'an item return request')
  return withinReturn(fitting(replaceAction(order, change, restated(action, { quantity, internal_note }, context))), id)
}

/** Removes a step that receives units. @throws as `updateReceivedItem` */
export function removeReceivedItem(order: OrderRecord, id: string, action_id: string): OrderRecord {
  const { change } = requirePartChange(order, 'return', id, 'receive')
  requireReceiving(change, id, action_id, 'item return')
  return withoutAction(order, change, action_id)
}

function requireReceiving({ id, actions }: OrderChange, return_id: string, action_id: string, noun: string): OrderChangeAction {
  const missing = `No request return found for return ${return_id} in order change ${id}`
  const action = requireAction({ actions } as OrderChange, action_id, missing)
  if (!isReceiving(action)) throw invalidData(`Action ${action_id} is not receiving ${noun}`)
  return action
}

export const isReceiving = ({ action }: OrderChangeAction): boolean =>
  action === 'RECEIVE_RETURN_ITEM' || action === 'RECEIVE_DAMAGED_RETURN_ITEM'

/** The units of each line that the steps of the change receive. */
export function receivedUnits({ actions }: OrderChange, isMeant = isReceiving): Map<string, number> {
  const units = new Map<string, number>()
  for (const { details } of actions.filter(isMeant)) {
    const line = details.reference_id!
    units.set(line, plus(units.get(line) ?? 0, details.quantity!))
  }
  return units
}

/**
 * Returns the order unless more is received than this return requests back: other returns may share its lines.
 * @throws invalid_data
 */
export function withinReturn(order: OrderRecord, id: string): OrderRecord {
  const { part, change } = requirePartChange(order, 'return', id, 'receive')
  for (const [line, units] of receivedUnits(change))
    if (units > awaited(part, line))
      throw invalidData(`Cannot receive more items than what was requested to be returned for item ${line}.`)
  return order
}

const awaited = ({ items }: Return, line: string): number =>
  items
    .filter(({ item_id }) => item_id === line)
    .reduce((sum, { quantity, received_quantity }) => plus(sum, minus(quantity, received_quantity)), 0)
