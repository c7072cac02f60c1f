import { type DecisionContext, invalidData, notAllowed, type QuotedShipping } from '@souk/contracts'
import { assertNoDraft } from '../draft-orders/assert-draft.ts'
import type { Acting } from '../order-changes/active-change.ts'
import { activeChange } from '../order-changes/order-change.ts'
import { addShippingMethod } from '../order-edits/edit-shipping-methods.ts'
import { unpriced } from '../order-edits/new-shipping-method.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { beginReturn } from './begin-return.ts'
import { confirmReturnRequest } from './confirm-return-request.ts'
import { requestItems } from './inbound-items.ts'

/**
 * Requested returns of an order that anybody with its id has made, and all of these, canceled and received ones included: each
 * counts towards the order's limit of changes.
 */
const MAX_REQUESTED = 20
const MAX_ASKED = 40

interface ReturnedItem {
  /** The id of the order's line. */
  id: string
  quantity: number
  reason_id?: string | null | undefined
  note?: string | null | undefined
}

export interface CreatedReturn {
  items: readonly ReturnedItem[]
  return_shipping: {
    option_id: string
    /** Undefined: the option's own. */
    price?: number | undefined
  }
  note?: string | null | undefined
  location_id?: string | null | undefined
}

interface Found {
  display_id: number
  /** Null if there is no such option. */
  option: QuotedShipping | null
}

/**
 * The order with an unconfirmed return that requests items back.
 * @throws as `beginReturn` and `requestItems`; not_found for drafts; invalid_data without items
 */
export function askItemsBack(
  order: OrderRecord,
  { items, note, location_id }: Omit<CreatedReturn, 'return_shipping'>,
  display_id: number,
  context: DecisionContext & Acting,
): { order: OrderRecord; return_id: string } {
  assertNoDraft(order)
  const begun = beginReturn(order, { display_id, location_id, description: note ?? undefined }, context)
  const change = activeChange(begun)!
  const return_id = change.return_id!
  if (items.length === 0) throw invalidData('Order return request should have at least 1 item')
  const asked = items.map((item) => ({ ...item, internal_note: item.note }))
  return { order: requestItems(begun, change, { return_id }, asked, context), return_id }
}

/**
 * @throws not_allowed if customers have requested 40 returns of the order, or 20 that have neither come back nor been canceled
 */
export function assertMayAskBack({ id, returns }: Pick<OrderRecord, 'id' | 'returns'>): void {
  const asked = returns.filter(({ created_by }) => created_by === null)
  if (asked.length >= MAX_ASKED)
    throw notAllowed(`Order ${id} has had ${MAX_ASKED} returns that customers requested, canceled and received ones included`)
  const requested = asked.filter(({ status }) => status === 'requested')
  if (requested.length >= MAX_REQUESTED) throw notAllowed(`Order ${id} has ${MAX_REQUESTED} returns that are still to come back`)
}

/**
 * The order with a confirmed return that its customer requested: its next version, with the return's shipping costs. Authorized
 * money stays, to be captured: the goods may never come.
 * @throws as `assertMayAskBack`, `askItemsBack`, `addShippingMethod` and `confirmReturnRequest`; invalid_data if the option has
 * no price, or the given one is less
 */
export function createReturn(
  order: OrderRecord,
  input: CreatedReturn,
  { display_id, option }: Found,
  context: DecisionContext & Acting,
): OrderRecord {
  assertMayAskBack(order)
  const { option_id: shipping_option_id, price: custom_amount } = input.return_shipping
  const asking = askItemsBack(order, input, display_id, context)
  const own = { return_id: asking.return_id }
  if (option?.amount === null) throw unpriced(shipping_option_id)
  if (option && custom_amount !== undefined && custom_amount < option.amount)
    throw invalidData(`Shipping option ${shipping_option_id} costs more than ${custom_amount}`)
  const shipped = addShippingMethod(asking.order, option, { shipping_option_id, custom_amount }, context, own)
  return confirmReturnRequest(shipped, asking.return_id, context, { unsaid: null, keepsAuthorized: true })
}
