import { createHash, timingSafeEqual } from 'node:crypto'
import { type Customer, type DecisionContext, invalidData, notAllowed } from '@souk/contracts'
import { assertNoDraft } from '../draft-orders/assert-draft.ts'
import {
  type Acting,
  assertMayBegin,
  canceledChange,
  noActiveChange,
  replaceChange,
  wholeAction,
} from '../order-changes/active-change.ts'
import { changeAtOnce } from '../order-changes/change-at-once.ts'
import { confirmChange } from '../order-changes/confirm-change.ts'
import { assertRoomForChange, newChange, withChanges } from '../order-changes/new-change.ts'
import { activeChange, isAskedByCustomer, type OrderChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * How many times customers may request an order, even in vain: each request notifies its owner, and counts towards the order's
 * limit of changes.
 */
const MAX_ASKED = 10

/** The customer who is to get the order. */
export type Receiver = Pick<Customer, 'id' | 'has_account' | 'email'>

export interface Asked {
  /** Answers the request. */
  token: string
  /** Whether the order takes over the customer's e-mail address with the transfer. */
  update_order_email?: boolean | undefined
  description?: string | null | undefined
  internal_note?: string | null | undefined
}

/**
 * Records a request to transfer the order to the customer, which its present customer has to accept.
 * @throws invalid_data if the order is canceled, has an active change, or has 100 changes; for guests, and for the customer's own
 * order; not_allowed if customers have requested it ten times
 */
export function requestTransfer(
  order: OrderRecord,
  { id, has_account, email }: Receiver,
  { token, update_order_email = false, description = null, internal_note = null }: Asked,
  context: DecisionContext & Acting,
): OrderRecord {
  assertMayBegin(order)
  if (!has_account) throw invalidData(`Cannot transfer order: ${order.id} to a guest customer account: ${email}`)
  if (order.customer_id === id) throw invalidData(`Order: ${order.id} already belongs to customer: ${id}`)
  const { now, actor_id } = context
  if (actor_id === id && order.changes.filter(isAskedByCustomer).length >= MAX_ASKED)
    throw notAllowed(`The transfer of order: ${order.id} was requested too often`)
  const requested = { status: 'requested', requested_by: actor_id, requested_at: now, description, internal_note } as const
  const change = newChange(order, { change_type: 'transfer', ...requested }, context)
  const new_email = update_order_email ? email : null
  const details = { token, original_email: order.email, ...(new_email !== null && { new_email }) }
  const about = { action: 'TRANSFER_CUSTOMER', reference: 'customer', reference_id: id, details } as const
  return withChanges(order, [{ ...change, actions: [wholeAction(about, { order, change, ordering: 1, context })] }])
}

/**
 * Transfers the order to a guest, as its next version, with the guest's e-mail address.
 * @throws invalid_data if the order is canceled, has an active change, or has 100 changes; for a registered customer, and for the
 * customer's own order
 */
export function transferToGuest(
  order: OrderRecord,
  { id, has_account, email }: Receiver,
  { description = null, internal_note = null }: Pick<Asked, 'description' | 'internal_note'>,
  context: DecisionContext & Acting,
): OrderRecord {
  assertMayBegin(order)
  if (order.customer_id === id) throw invalidData(`Order: ${order.id} already belongs to customer: ${id}`)
  if (has_account)
    throw invalidData(
      `Cannot transfer order: ${order.id} to registered customer account: ${email}. Only guest customers are allowed.`,
    )
  assertRoomForChange(order)
  const details = { original_email: order.email, ...(email !== null && { new_email: email }) }
  const about = { action: 'TRANSFER_CUSTOMER', reference: 'customer', reference_id: id, details } as const
  return changeAtOnce(order, { change_type: 'transfer', description, internal_note }, [about], context)
}

/** @throws invalid_data if no transfer of the order is requested */
export function cancelTransfer(order: OrderRecord, context: Pick<DecisionContext, 'now'> & Acting): OrderRecord {
  const change = transferOf(order)
  if (!change) throw noActiveChange()
  return replaceChange(order, canceledChange(change, context))
}

/**
 * Cancels a transfer for the customer who would get the order.
 * @throws not_found for a draft; invalid_data if no transfer is requested; not_allowed if it is to another customer
 */
export function cancelOwnTransfer(order: OrderRecord, customer_id: string, context: Pick<DecisionContext, 'now'>): OrderRecord {
  assertNoDraft(order)
  if (transferOf(order) && transferredTo(order) !== customer_id)
    throw notAllowed('This customer is not allowed to cancel the transfer.')
  return cancelTransfer(order, { ...context, actor_id: customer_id })
}

/** Transfers the order to the customer, as its next version. @throws not_allowed unless this token answers its transfer */
export const acceptTransfer = (order: OrderRecord, token: string, context: DecisionContext): OrderRecord =>
  confirmChange(order, answeredBy(order, token), { ...context, actor_id: null })

/** @throws not_allowed unless this token answers its transfer */
export function declineTransfer(order: OrderRecord, token: string, { now }: Pick<DecisionContext, 'now'>): OrderRecord {
  const change = answeredBy(order, token)
  return replaceChange(order, { ...change, status: 'declined', declined_at: now, updated_at: now })
}

/** The order's pending transfer, if any. */
export function transferOf(order: Pick<OrderRecord, 'changes'>): OrderChange | undefined {
  const change = activeChange(order)
  return change?.change_type === 'transfer' ? change : undefined
}

/** The customer who would get the order. */
export const transferredTo = (order: Pick<OrderRecord, 'changes'>): string | null =>
  transferOf(order)?.actions[0]?.reference_id ?? null

/** Orders without a transfer are refused like a wrong token, so that callers cannot tell them apart. */
function answeredBy(order: OrderRecord, token: string): OrderChange {
  const change = transferOf(order)
  const expected = change?.actions[0]?.details.token
  if (!change || expected === undefined || !timingSafeEqual(digest(token), digest(expected))) throw invalidToken()
  return change
}

export const invalidToken = () => notAllowed('Invalid token.', { failed_guess: true })

const digest = (text: string) => createHash('sha256').update(text).digest()
