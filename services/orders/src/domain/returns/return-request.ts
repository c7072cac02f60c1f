import { type BodyOf, type createOrderReturnRequest, type DecisionContext, invalidData, notFound } from '@souk/contracts'
import { plus } from '@souk/totals'
import { type Acting, assertNotCanceled } from '../order-changes/active-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { confirmReturnRequest } from './confirm-return-request.ts'
import { askItemsBack } from './create-return.ts'
import { assertReasonsApply, type NamedReason, reasonIdsOf } from './return-reasons.ts'
import type { ReturnRequestRecord } from './return-request-record.ts'

/** An order with a return request. */
export type RequestedOrder = OrderRecord & { return_request: ReturnRequestRecord }

export type AskedReturn = BodyOf<typeof createOrderReturnRequest>

/** Sellers answer as `vendor`, and administrators as `admin`. */
type Reviewer = 'vendor' | 'admin'

export interface ReturnRequestReview {
  /** The request's id. */
  id: string
  by: Reviewer
  note: string
  status: 'refunded' | 'withdrawn' | 'escalated'
  /** The location of a granted return. */
  location_id?: string | undefined
}

const NO_REVIEW = {
  vendor_reviewer_id: null,
  vendor_reviewer_note: null,
  vendor_review_date: null,
  admin_reviewer_id: null,
  admin_reviewer_note: null,
  admin_review_date: null,
} as const

/** Whether the order's present customer made the request: an order can be transferred to another one. */
const isCurrent = (order: OrderRecord) => order.return_request?.customer_id === order.customer_id

/**
 * @throws invalid_data if the order's customer has already requested a return of it, for a canceled order, without items, and for
 * more units of a line than it has
 */
export function assertMayAsk(order: OrderRecord, { line_items }: AskedReturn): void {
  if (order.return_request && isCurrent(order)) throw invalidData('Order return request already exists')
  assertNotCanceled(order)
  if (line_items.length === 0) throw invalidData('Order return request should have at least 1 item')
  for (const [id, units] of unitsOfLines(line_items)) {
    const line = order.items.find((one) => one.id === id)
    if (!line) throw invalidData('Invalid line item')
    if (units > line.quantity) throw invalidData(`Line item ${id} has only ${line.quantity} to return`)
  }
}

/** The requested units of each line, in order of first mention. A map, since hundreds of entries may name one line. */
function unitsOfLines(line_items: AskedReturn['line_items']): Map<string, number> {
  const units = new Map<string, number>()
  for (const { line_item_id, quantity } of line_items) units.set(line_item_id, plus(units.get(line_item_id) ?? 0, quantity))
  return units
}

/**
 * The order with its customer's return request, which replaces a former customer's.
 * @param reasons those of the named reasons that exist
 * @throws as `assertMayAsk` and `assertReasonsApply`
 */
export function askForReturn(
  order: OrderRecord,
  asked: AskedReturn,
  reasons: readonly NamedReason[],
  { newId, now, customer_id }: DecisionContext & { customer_id: string },
): RequestedOrder {
  assertMayAsk(order, asked)
  const named = reasonIdsOf(asked.line_items)
  if (named.some((id) => !reasons.some((reason) => reason.id === id))) throw invalidData('Invalid reason')
  assertReasonsApply(order.id, named, reasons)
  const id = newId('oretreq')
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const line_items = asked.line_items.map(({ line_item_id, quantity, reason_id = null }) => ({
    id: newId('oretreqli'),
    line_item_id,
    quantity,
    reason_id,
    return_request_id: id,
    ...dates,
  }))
  const { customer_note, shipping_option_id = null } = asked
  const request = { id, customer_id, customer_note, shipping_option_id, line_items }
  return { ...order, return_request: { ...request, status: 'pending', ...NO_REVIEW, ...dates } }
}

/**
 * The order with its return request reviewed. A granted request becomes a confirmed return.
 * @param display_id the return's readable number
 * @returns `return_id`: absent if no return was made
 * @throws not_found if the order has another request by now; invalid_data if the request is already decided, or a seller reviews
 * one that was escalated, and when granting a former customer's request; as `askItemsBack` and `confirmReturnRequest`
 */
export function reviewReturnRequest(
  order: RequestedOrder,
  { id, by, note, status, location_id }: ReturnRequestReview,
  display_id: number,
  context: DecisionContext & Acting,
): { order: RequestedOrder; return_id?: string } {
  const { return_request } = order
  if (return_request?.id !== id) throw returnRequestNotFound(id)
  if (!isOpenFor(by, return_request)) throw invalidData('Request is not in pending state!')
  if (status === 'refunded' && !isCurrent(order))
    throw invalidData('The order is no longer the one of the customer who asked for the return')
  const { now, actor_id } = context
  const review =
    by === 'vendor'
      ? { vendor_reviewer_id: actor_id, vendor_reviewer_note: note, vendor_review_date: now }
      : { admin_reviewer_id: actor_id, admin_reviewer_note: note, admin_review_date: now }
  const reviewed = { ...order, return_request: { ...return_request, ...review, status, updated_at: now } }
  if (status !== 'refunded') return { order: reviewed }
  const items = return_request.line_items.map(({ line_item_id, ...item }) => ({ ...item, id: line_item_id }))
  const { order: asking, return_id } = askItemsBack(reviewed, { items, location_id }, display_id, context)
  return { order: confirmReturnRequest(asking, return_id, context) as RequestedOrder, return_id }
}

const isOpenFor = (by: Reviewer, { status }: ReturnRequestRecord) =>
  status === 'pending' || (by === 'admin' && status === 'escalated')

export const returnRequestNotFound = (id: string) => notFound(`Return request with id: ${id} was not found`)
