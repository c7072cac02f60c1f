import { type Claim, type DecisionContext, type Exchange, invalidData, type Return, rawAmount } from '@souk/contracts'
import type { Acting } from '../order-changes/active-change.ts'
import { confirmChange } from '../order-changes/confirm-change.ts'
import type { ChangeActionType, OrderChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { requestedItems } from '../returns/confirm-return-request.ts'
import { PART_LISTS, type ReplacementKind } from '../returns/order-parts.ts'
import { requirePartChange } from '../returns/part-change.ts'

type Context = DecisionContext & Acting

/**
 * Confirms a claim or an exchange: the order's next version has the lines to be sent, claimed units are written off, and the
 * return is requested; a return without items is dropped.
 * @throws as `requirePartChange`; invalid_data for a claim without items, an exchange that lacks inbound or outbound items, and
 * if the order does not allow them any more
 */
export function confirmReplacement(order: OrderRecord, kind: ReplacementKind, id: string, context: Context): OrderRecord {
  const { part, change } = requirePartChange(order, kind, id)
  const return_items = part.return_id === null ? [] : requestedItems(change, part.return_id, context)
  const return_id = return_items.length > 0 ? part.return_id : null
  const holding = 'claim_items' in part ? claimWith(part, change, context) : exchangeWith(part, change, context)
  assertNotEmpty(holding, return_items.length)

  const list = PART_LISTS[kind]
  const put = (among: OrderRecord, changed: Claim | Exchange): OrderRecord => ({
    ...among,
    [list]: among[list].map((one) => (one.id === id ? changed : one)),
  })
  const about = { ...holding, return_id, ...('return_items' in holding && { return_items }), updated_at: context.now }
  const returns = order.returns.flatMap((one) => (one.id === part.return_id ? requested(one, return_items, context) : one))
  const confirmed = confirmChange(put({ ...order, returns }, about), { ...change, return_id }, context)
  return put(confirmed, { ...about, shipping_methods: methodsOf(confirmed, kind, id) })
}

function assertNotEmpty(part: Claim | Exchange, coming: number): void {
  const sent = part.additional_items.length
  if ('claim_items' in part) {
    if (sent + part.claim_items.length + coming === 0) throw invalidData('Order claim request should have at least 1 item')
  } else if (sent === 0 || coming === 0) {
    throw invalidData('Order exchange request should have at least 1 item inbound and 1 item outbound')
  }
}

const requested = (returned: Return, items: Return['items'], { now }: Context): Return[] =>
  items.length === 0 ? [] : [{ ...returned, items, status: 'requested', requested_at: now, updated_at: now }]

const methodsOf = ({ shipping_methods }: OrderRecord, kind: ReplacementKind, id: string) =>
  shipping_methods.filter(({ detail }) => detail[`${kind}_id`] === id)

function claimWith(claim: Claim, change: OrderChange, context: Context): Claim {
  const itemsOf = (type: 'WRITE_OFF_ITEM' | 'ITEM_ADD') =>
    unitsOf(change, type).map(({ reason, ...units }) => ({
      id: context.newId('claitem'),
      claim_id: claim.id,
      ...kept(claim, units, context),
      raw_quantity: rawAmount(units.quantity),
      reason,
      is_additional_item: type === 'ITEM_ADD',
    }))
  return { ...claim, claim_items: itemsOf('WRITE_OFF_ITEM'), additional_items: itemsOf('ITEM_ADD') }
}

function exchangeWith(exchange: Exchange, change: OrderChange, context: Context): Exchange {
  const additional_items = unitsOf(change, 'ITEM_ADD').map(({ reason: _, ...units }) => ({
    id: context.newId('oexcitem'),
    exchange_id: exchange.id,
    ...kept(exchange, units, context),
  }))
  return { ...exchange, additional_items }
}

const unitsOf = ({ actions }: OrderChange, type: ChangeActionType) =>
  actions
    .filter(({ action }) => action === type)
    .map(({ details: { reference_id, quantity, reason = null, metadata }, internal_note }) => ({
      item_id: reference_id!,
      quantity: quantity!,
      reason,
      note: internal_note,
      metadata: metadata ?? {},
    }))

const kept = <Units extends object>({ order_id }: Claim | Exchange, units: Units, { now }: Context) => ({
  order_id,
  ...units,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})
