import { type DecisionContext, invalidData } from '@souk/contracts'
import {
  appendActions,
  fitting,
  replaceAction,
  replaceChange,
  requireAction,
  restated,
  withoutAction,
} from '../order-changes/active-change.ts'
import type { OrderChange, OrderChangeAction } from '../order-changes/order-change.ts'
import type { Metadata } from '../orders/order-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { replaceReturn } from './begin-return.ts'
import { requirePart } from './order-parts.ts'

/** The return of the items, and the claim or exchange that it belongs to. */
export interface Inbound {
  return_id: string
  claim_id?: string
  exchange_id?: string
}

export interface InboundItem {
  /** The id of the order's line. */
  id: string
  quantity: number
  reason_id?: string | null | undefined
  /** Becomes the note of the return's item. */
  internal_note?: string | null | undefined
  metadata?: Metadata | undefined
}

/**
 * Requests units of the order's lines back, as steps of the change. Units that other returns have requested or received, or
 * earlier steps have requested, cannot be requested again.
 * @throws invalid_data if the order has no such lines, fewer units are fulfilled, or the change would have more than 500 actions
 */
export function requestItems(
  order: OrderRecord,
  change: OrderChange,
  inbound: Inbound,
  items: readonly InboundItem[],
  context: DecisionContext,
): OrderRecord {
  const missing = items.filter(({ id }) => !order.items.some((line) => line.id === id)).map(({ id }) => id)
  if (missing.length > 0) throw invalidData(`Items with ids ${missing.join(', ')} does not exist in order with id ${order.id}.`)
  const added = items.map(({ id, quantity, reason_id, internal_note = null, metadata }) => ({
    action: 'RETURN_ITEM' as const,
    ...inbound,
    reference: 'return',
    reference_id: inbound.return_id,
    details: { reference_id: id, quantity, ...(reason_id != null && { reason_id }), ...(metadata && { metadata }) },
    internal_note,
  }))
  return fitting(appendActions(order, change, added, context))
}

/**
 * Changes a step that requests units back; a null reason removes it.
 * @throws not_found if the change has no such step; invalid_data for a step of another kind, or more units than are fulfilled
 */
export function updateRequestedItem(
  order: OrderRecord,
  change: OrderChange,
  inbound: Inbound,
  action_id: string,
  { quantity, reason_id, internal_note, metadata }: Partial<Omit<InboundItem, 'id'>>,
  context: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const action = requireRequest(change, inbound, action_id)
  return fitting(replaceAction(order, change, restated(action, { quantity, reason_id, internal_note, metadata }, context)))
}

/**
 * Removes a step that requests units back; with the return's last one, its shipping methods and its location are removed as well.
 * @throws not_found if the change has no such step; invalid_data for a step of another kind
 */
export function removeRequestedItem(
  order: OrderRecord,
  change: OrderChange,
  inbound: Inbound,
  action_id: string,
  { now }: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const removed = requireRequest(change, inbound, action_id)
  const own = change.actions.filter((one) => one.return_id === inbound.return_id && one !== removed)
  const shipping = own.filter(({ action }) => action === 'SHIPPING_ADD')
  const isLast = !own.some(({ action }) => action === 'RETURN_ITEM')
  if (!isLast || shipping.length === 0) return withoutAction(order, change, action_id)
  const gone = new Set([removed, ...shipping])
  const actions = change.actions.filter((one) => !gone.has(one))
  const returned = { ...requirePart(order, 'return', inbound.return_id), location_id: null, updated_at: now }
  return replaceReturn(replaceChange(order, { ...change, actions }), returned)
}

function requireRequest(change: OrderChange, { return_id }: Inbound, action_id: string): OrderChangeAction {
  const missing = `No request return found for return ${return_id} in order change ${change.id}`
  const action = requireAction(change, action_id, missing)
  if (action.action !== 'RETURN_ITEM' || action.return_id !== return_id)
    throw invalidData(`Action ${action_id} is not requesting item return`)
  return action
}
