import { type DecisionContext, definedOf, invalidData, mergeMetadata, notFound } from '@souk/contracts'
import type { Order } from '../orders/order.ts'
import type { Metadata } from '../orders/order-lines.ts'
import { type ActionDetails, activeChange, type OrderChange, type OrderChangeAction } from './order-change.ts'
import { applyChange } from './preview.ts'
import { assertUnitsOnce } from './units-once.ts'

export const MAX_ACTIONS = 500

export interface Acting {
  /** Null if no particular actor acts. */
  actor_id: string | null
}

/** The fields of an action that do not follow from its change. */
export type NewAction = Pick<OrderChangeAction, 'action' | 'details' | 'created'> &
  Partial<
    Pick<OrderChangeAction, 'reference' | 'reference_id' | 'return_id' | 'claim_id' | 'exchange_id' | 'amount' | 'internal_note'>
  >

/** The order's active change, of any kind. @throws invalid_data if the order is canceled or has no active change */
export function requireActiveChange(order: Order): OrderChange {
  assertNotCanceled(order)
  const change = activeChange(order)
  if (!change) throw noActiveChange()
  return change
}

/** The order's active edit. @throws as `requireActiveChange`; also for a transfer, return, exchange or claim */
export function requireEdit(order: Order): OrderChange {
  const change = requireActiveChange(order)
  if (change.change_type !== 'edit') throw noActiveChange()
  return change
}

export const noActiveChange = () => invalidData('An active Order Change is required to proceed')

/** Whether the order is canceled; once it is archived, its status no longer shows that. */
export const isCanceled = ({ status, canceled_at }: Pick<Order, 'status' | 'canceled_at'>): boolean =>
  status === 'canceled' || !!canceled_at

/** @throws invalid_data if the order is canceled */
export function assertNotCanceled(order: Pick<Order, 'id' | 'status' | 'canceled_at'>): void {
  if (isCanceled(order)) throw invalidData(`Order with id ${order.id} has been canceled.`)
}

/** @throws invalid_data if the order is canceled, or already has an active change */
export function assertMayBegin(order: Order): void {
  assertNotCanceled(order)
  if (activeChange(order)) throw invalidData(`Order (${order.id}) already has an existing active order change`)
}

/** The change, canceled: it stays in the history with its actions. */
export const canceledChange = (change: OrderChange, { now, actor_id }: Pick<DecisionContext, 'now'> & Acting): OrderChange => ({
  ...change,
  status: 'canceled',
  canceled_by: actor_id,
  canceled_at: now,
  updated_at: now,
})

/** Replaces one change; everything else is shared. */
export const replaceChange = <T extends Order>(order: T, change: OrderChange): T => ({
  ...order,
  changes: order.changes.map((candidate) => (candidate.id === change.id ? change : candidate)),
})

/** Appends the actions to the change. @throws invalid_data beyond 500 actions */
export function appendActions<T extends Order>(
  order: T,
  change: OrderChange,
  added: readonly NewAction[],
  context: DecisionContext,
): T {
  if (change.actions.length + added.length > MAX_ACTIONS) {
    throw invalidData(`Order change ${change.id} has reached its limit of ${MAX_ACTIONS} actions`)
  }
  const last = change.actions.at(-1)?.ordering ?? 0
  const actions = added.map((action, index) => wholeAction(action, { order, change, ordering: last + index + 1, context }))
  return replaceChange(order, { ...change, actions: [...change.actions, ...actions] })
}

/** Replaces the action that has the same id. */
export const replaceAction = <T extends Order>(order: T, change: OrderChange, action: OrderChangeAction): T =>
  replaceChange(order, { ...change, actions: change.actions.map((one) => (one.id === action.id ? action : one)) })

/** The fields of an action's details that a request may change: absent ones stay, null clears. */
interface Restated extends Partial<Pick<ActionDetails, 'quantity' | 'reason_id' | 'reason'>> {
  internal_note?: string | null | undefined
  /** Merged into the action's own. */
  metadata?: Metadata | undefined
}

/** An action on units of a line, with changed details. */
export function restated(
  action: OrderChangeAction,
  { internal_note = action.internal_note, metadata, ...given }: Restated,
  { now }: Pick<DecisionContext, 'now'>,
): OrderChangeAction {
  const merged = metadata !== undefined && { metadata: mergeMetadata(action.details.metadata ?? null, metadata) }
  return { ...action, details: { ...action.details, ...definedOf(given), ...merged }, internal_note, updated_at: now }
}

/** Removes an action. */
export const withoutAction = <T extends Order>(order: T, change: OrderChange, action_id: string): T =>
  replaceChange(order, { ...change, actions: change.actions.filter(({ id }) => id !== action_id) })

/**
 * Returns the order if it still allows all actions of its active change: a parcel may have been packed since they were recorded.
 * @param line_id checks only actions on this line
 * @throws invalid_data if it does not
 */
export function fitting<T extends Order>(order: T, line_id?: string): T {
  const change = activeChange(order)
  if (!change) return order
  const isMeant = ({ details }: OrderChangeAction) => line_id === undefined || details?.reference_id === line_id
  const meant = { ...change, actions: change.actions.filter(isMeant) }
  assertUnitsOnce(meant, applyChange(order, meant).items)
  return order
}

/** @throws not_found, with the given text, if the change has no such action */
export function requireAction({ actions }: OrderChange, action_id: string, missing: string): OrderChangeAction {
  const action = actions.find(({ id }) => id === action_id)
  if (!action) throw notFound(missing)
  return action
}

/** The order, change and position that an action belongs to. */
interface Place {
  order: Pick<Order, 'id'>
  change: OrderChange
  ordering: number
  context: DecisionContext
}

/** The action as the change stores it. */
export const wholeAction = (
  action: NewAction,
  { order, change, ordering, context: { newId, now } }: Place,
): OrderChangeAction => ({
  id: newId('ordchact'),
  order_change_id: change.id,
  order_id: order.id,
  return_id: null,
  claim_id: null,
  exchange_id: null,
  version: change.version,
  ordering,
  reference: null,
  reference_id: null,
  amount: null,
  internal_note: null,
  ...action,
  applied: false,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})
