import { isDeepStrictEqual } from 'node:util'
import type { DecisionContext } from '@souk/contracts'
import type { ChangedItem, ChangedOrder, ChangedShippingMethod } from '../orders/changed-order.ts'
import { keptBeside } from '../orders/kept-beside.ts'
import { itemFacts } from '../orders/order-item-record.ts'
import type { OrderItem, ShippingMethod } from '../orders/order-lines.ts'
import { followingCollections, type PaymentTerms } from '../orders/payment-collections.ts'
import { fulfillmentStatusOf, paymentStatusOf } from '../orders/statuses.ts'
import { type OrderRecord, orderRecord } from '../orders/stored-order.ts'
import { type Acting, replaceChange } from './active-change.ts'
import type { Created, OrderChange, ReplacedItem } from './order-change.ts'
import { applyChange, newCredit } from './preview.ts'
import { assertUnitsOnce } from './units-once.ts'

/**
 * Confirms a change: the order's next version is as the preview showed it, except that lines without units are dropped. Payment
 * collections follow the amount still to be paid, and statuses both; a draft gets its first collection in any case. A change
 * without actions leaves the summary as it was, as in Medusa.
 * @throws invalid_data if the order does not allow the change's actions any more
 */
export function confirmChange(
  order: OrderRecord,
  change: OrderChange,
  context: DecisionContext & Acting,
  { keepsAuthorized = false }: PaymentTerms = {},
): OrderRecord {
  // The stored summary belongs to the previous version.
  const changed = { ...applyChange(order, change), summary: undefined }
  assertUnitsOnce(change, changed.items)
  const { changes } = replaceChange(order, confirmed(order, change, changed, context))
  const { returns, exchanges, claims } = order
  const next = orderRecord(
    {
      ...changed,
      version: change.version,
      items: changed.items.filter(({ quantity }) => quantity > 0).map((item) => lineOf(item, change, context)),
      shipping_methods: changed.shipping_methods.map((method) => methodOf(method, change, context)),
      returns,
      exchanges,
      claims,
      changes,
      ...keptBeside(order),
      updated_at: context.now,
    },
    change.actions.length === 0 ? order.summary : { original_order_total: order.total, credit_line_total: newCredit(change) },
  )
  const { currency_code, summary } = next
  const isSameDue = next.total === order.total && summary.pending_difference === order.summary.pending_difference
  // A draft has none before its first requested or confirmed edit.
  const isFirstAsked = order.is_draft_order && !keepsAuthorized && order.payment_collections.length === 0
  if (isSameDue && !isFirstAsked) return { ...next, fulfillment_status: fulfillmentStatusOf(next) }
  const due = { payment_collections: order.payment_collections, currency_code, pending_difference: summary.pending_difference }
  const payment_collections = followingCollections({ ...due, keepsAuthorized }, context)
  return {
    ...next,
    payment_collections,
    payment_status: paymentStatusOf({ payment_collections, due: due.pending_difference }),
    fulfillment_status: fulfillmentStatusOf(next),
  }
}

/** Identifies a confirmation: the request, or a repeat of it, finds the change that it confirmed by this id. */
export const confirmationIdOf = ({ newId }: Pick<DecisionContext, 'newId'>) => newId('ordconf')

/**
 * The change as confirmed: its actions are applied, and drop the records that they created, which now belong to the order, except
 * those that the next version lacks.
 */
const confirmed = (
  order: OrderRecord,
  change: OrderChange,
  { items, shipping_methods, promotions }: Pick<ChangedOrder, 'items' | 'shipping_methods' | 'promotions'>,
  context: DecisionContext & Acting,
): OrderChange => ({
  ...change,
  replaced: replacedBy(order, items),
  before: {
    version: order.version,
    summary: order.summary,
    credit_lines: order.credit_lines,
    shipping_methods: order.shipping_methods,
    ...(promotions !== order.promotions && { promotions: order.promotions }),
  },
  status: 'confirmed',
  confirmed_by: context.actor_id,
  confirmed_at: context.now,
  confirmation_id: confirmationIdOf(context),
  updated_at: context.now,
  actions: change.actions.map(({ created, ...action }) => ({
    ...action,
    ...(created && isGone(created, { items, shipping_methods }) && { created }),
    applied: true,
    updated_at: context.now,
  })),
})

/** Whether the line or shipping method that an action created left again with a later action. */
function isGone(
  { item, shipping_method }: Created,
  { items, shipping_methods }: Pick<ChangedOrder, 'items' | 'shipping_methods'>,
): boolean {
  if (item) return !items.some(({ id, quantity }) => id === item.id && quantity > 0)
  return shipping_method !== undefined && !shipping_methods.some(({ id }) => id === shipping_method.id)
}

/** The line records that the change replaces; with the whole line if the next version no longer has it. */
function replacedBy(order: OrderRecord, items: readonly ChangedItem[]): ReplacedItem[] {
  const left = new Map(items.flatMap((item) => (item.quantity > 0 ? [[item.id, item] as const] : [])))
  return order.items.map(({ detail, ...item }) => {
    const next = left.get(item.id)
    if (!next) return { detail, item: itemFacts(item), was: item as Partial<OrderItem> }
    const was = differentIn(item as Partial<OrderItem>, next)
    return Object.keys(was).length === 0 ? { detail, item: null } : { detail, item: null, was }
  })
}

/** The fields of a line that differ after the change, without totals, which follow from them. */
function differentIn(item: Partial<OrderItem>, next: ChangedItem): Partial<OrderItem> {
  const names = [...Object.keys(itemFacts(item)), 'quantity', 'adjustments', 'tax_lines'] as (keyof OrderItem)[]
  return Object.fromEntries(names.flatMap((name) => (isDeepStrictEqual(item[name], next[name]) ? [] : [[name, item[name]]])))
}

/** Each version of an order has its own record of each line, with the prices that hold in it. */
function lineOf({ actions: _, ...item }: ChangedItem, { version }: OrderChange, { newId, now }: DecisionContext): OrderItem {
  const compare_at_unit_price = item.compare_at_unit_price ?? item.detail.compare_at_unit_price
  const detail = { ...item.detail, unit_price: item.unit_price, compare_at_unit_price }
  if (detail.version === version) return { ...item, detail }
  return { ...item, detail: { ...detail, id: newId('orditem'), version, created_at: now, updated_at: now } }
}

function methodOf(
  { actions: _, ...method }: ChangedShippingMethod,
  { version }: OrderChange,
  { newId }: DecisionContext,
): ShippingMethod {
  if (method.detail.version === version) return method
  return { ...method, detail: { ...method.detail, id: newId('ordspmv'), version } }
}
