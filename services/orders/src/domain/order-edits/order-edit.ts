import { invalidData, notFound, type QuotedShipping } from '@souk/contracts'
import { activeChange, type OrderChange, type OrderChangeAction } from '../order-changes/order-change.ts'
import type { Metadata, Order } from '../orders/order.ts'
import { type Making, newShippingMethod, type ShippingMethodInput } from './new-shipping-method.ts'

/** Counting finished ones: the history of an order is kept. */
export const MAX_CHANGES = 100
export const MAX_ACTIONS = 500

interface OrderEditInput {
  description?: string | undefined
  internal_note?: string | undefined
  metadata?: Metadata | undefined
}

interface AddedMethodInput extends ShippingMethodInput {
  shipping_option_id: string
  internal_note?: string | undefined
}

interface Acting {
  /** Null when nobody in particular acts. */
  actor_id: string | null
}

/**
 * Starts an edit: a pending change without actions, whose version is the order's next.
 * @throws invalid_data when the order is canceled, has an active change already, or 100 changes
 */
export function beginOrderEdit<T extends Order>(order: T, input: OrderEditInput, { newId, now, actor_id }: Making & Acting): T {
  assertNotCanceled(order)
  if (activeChange(order)) throw invalidData(`Order (${order.id}) already has an existing active order change`)
  if (order.changes.length >= MAX_CHANGES) throw invalidData(`Order ${order.id} has reached its limit of ${MAX_CHANGES} changes`)

  const change: OrderChange = {
    id: newId('ordch'),
    order_id: order.id,
    return_id: null,
    claim_id: null,
    exchange_id: null,
    version: order.version + 1,
    change_type: 'edit',
    status: 'pending',
    description: input.description ?? null,
    internal_note: input.internal_note ?? null,
    actions: [],
    created_by: actor_id,
    requested_by: null,
    requested_at: null,
    confirmed_by: null,
    confirmed_at: null,
    declined_by: null,
    declined_reason: null,
    declined_at: null,
    canceled_by: null,
    canceled_at: null,
    carry_over_promotions: null,
    no_notification: null,
    metadata: input.metadata ?? null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  return { ...order, changes: [...order.changes, change] }
}

/**
 * Adds a shipping method to the active change; the order's own methods, version and summary stay as they are.
 * @param option null when there is no such option
 * @throws invalid_data when the order is canceled or has no active change, the change has 500 actions, or the option has no price
 * and no amount is given; not_found when there is no such option
 */
export function addShippingMethod<T extends Order>(
  order: T,
  option: QuotedShipping | null,
  input: AddedMethodInput,
  making: Making,
): T {
  const change = requireActiveChange(order)
  if (change.actions.length >= MAX_ACTIONS) {
    throw invalidData(`Order change ${change.id} has reached its limit of ${MAX_ACTIONS} actions`)
  }
  if (!option) throw notFound(`ShippingOption id not found: ${input.shipping_option_id}`)

  const method = newShippingMethod(order, change, option, input, making)
  const action: OrderChangeAction = {
    id: making.newId('ordchact'),
    order_change_id: change.id,
    order_id: order.id,
    return_id: null,
    claim_id: null,
    exchange_id: null,
    version: change.version,
    ordering: (change.actions.at(-1)?.ordering ?? 0) + 1,
    action: 'SHIPPING_ADD',
    reference: 'order_shipping_method',
    reference_id: method.id,
    amount: method.amount,
    details: {},
    internal_note: input.internal_note ?? null,
    applied: false,
    created: { shipping_method: method },
    created_at: making.now,
    updated_at: making.now,
    deleted_at: null,
  }
  return replaceChange(order, { ...change, actions: [...change.actions, action] })
}

/**
 * Gives up the active change. It stays in the history with its actions; previews no longer show them.
 * @throws invalid_data when the order is canceled or has no active change
 */
export function cancelOrderEdit<T extends Order>(order: T, { now, actor_id }: Pick<Making, 'now'> & Acting): T {
  const change = requireActiveChange(order)
  return replaceChange(order, { ...change, status: 'canceled', canceled_by: actor_id, canceled_at: now, updated_at: now })
}

/** @throws invalid_data when the order is canceled or has no active change */
export const assertMayBeEdited = (order: Order): void => void requireActiveChange(order)

function requireActiveChange(order: Order): OrderChange {
  assertNotCanceled(order)
  const change = activeChange(order)
  if (!change) throw invalidData('An active Order Change is required to proceed')
  return change
}

function assertNotCanceled({ id, status, canceled_at }: Order): void {
  if (status === 'canceled' || canceled_at) throw invalidData(`Order with id ${id} has been canceled.`)
}

/** Shares everything but the one change. */
const replaceChange = <T extends Order>(order: T, change: OrderChange): T => ({
  ...order,
  changes: order.changes.map((candidate) => (candidate.id === change.id ? change : candidate)),
})
