import * as Answer from '@souk/contracts'
import { orderSummary, orderTotals } from '@souk/totals'
import { isWhole, type KnownChange } from '../order-changes/order-change.ts'
import { wholeClaim, wholeExchange } from '../replacements/whole-replacement.ts'
import { wholeReturn } from '../returns/whole-return.ts'
import type { KeptBeside } from './kept-beside.ts'
import { creditOfVersion, ofVersion } from './of-version.ts'
import type { Order } from './order.ts'

/** An order as stored: everything that answers show of it, including totals, except its customer; and its history. */
export interface OrderRecord extends Omit<Answer.Order, 'customer' | 'items'>, KeptBeside {
  items: readonly Answer.WithSnapshots<Answer.OrderItem>[]
  returns: Answer.Return[]
  exchanges: Answer.Exchange[]
  claims: Answer.Claim[]
  /** Oldest first; at most one is pending or requested. Closed ones may be in the history. */
  changes: readonly KnownChange[]
}

/** The facts of a summary that cannot be derived from its order's parts. */
type SummaryBasis = Pick<Answer.Order['summary'], 'original_order_total' | 'credit_line_total'>

/**
 * Computes the stored totals of an order and its lines, and its summary.
 * @param basis the total before the change that makes this version, and the credit that the change adds; default: those of an
 * order that has just been placed
 */
export function orderRecord(order: Omit<Order, 'summary'>, basis?: SummaryBasis): OrderRecord {
  const { totals, items, shipping_methods, summary } = orderTotals(order)
  const { transactions, version } = order
  const { total } = totals
  const { original_order_total: original_total, credit_line_total } = basis ?? { ...totals, original_order_total: total }
  return {
    ...order,
    ...totals,
    summary: { ...orderSummary({ original_total, total, transactions, credit_line_total }), ...summary },
    // Lines of an order have a detail, and so the totals that cart lines lack.
    items: items.map((item) => ({ ...ofVersion(item, version), actions: [] })) as unknown as OrderRecord['items'],
    shipping_methods: shipping_methods.map((method) => ({
      ...ofVersion(method, version),
      actions: [],
    })) as unknown as Answer.OrderShippingMethod[],
    credit_lines: creditOfVersion(order.credit_lines, version),
  } as OrderRecord
}

/** The order with its totals and its summary recomputed from its parts; what its last change contributed to the summary stays. */
export function recounted(order: OrderRecord): OrderRecord {
  const { summary, ...parts } = order
  return { ...order, ...orderRecord(parts as Parameters<typeof orderRecord>[0], summary) }
}

/** The order as answers show it: a snapshot serializes to the same JSON as its record. */
export const shownOrder = <O extends Pick<OrderRecord, 'items'>>(order: O) =>
  order as unknown as Omit<O, 'items'> & Pick<Answer.Order, 'items'>

type WithLines = 'version' | 'items' | 'shipping_methods' | 'credit_lines' | 'changes' | 'returns' | 'claims' | 'exchanges'

/**
 * An order, or part of one, as read from the database, with its snapshots as text. A fast object, since an order is copied a few
 * times with each change.
 */
export function withLines<O extends Partial<Pick<OrderRecord, WithLines>>>(order: O): O {
  const { items, shipping_methods, credit_lines, changes, returns, claims, exchanges, version = 1 } = order
  return Object.assign(
    Answer.toFastObject(order),
    items && { items: items.map((item) => ofVersion(Answer.loadedLine(item), version)) },
    shipping_methods && { shipping_methods: shipping_methods.map((method) => ofVersion(method, version)) },
    credit_lines && { credit_lines: creditOfVersion(credit_lines, version) },
    changes && { changes: changes.map(withNewLines) },
    returns && { returns: returns.map(wholeReturn) },
    claims && { claims: claims.map(wholeClaim) },
    exchanges && { exchanges: exchanges.map(wholeExchange) },
  )
}

function withNewLines(change: KnownChange): KnownChange {
  if (!isWhole(change) || !change.actions.some(({ created }) => created?.item)) return change
  const actions = change.actions.map(({ created, ...action }) => ({
    ...action,
    ...(created && { created: { ...created, ...(created.item && { item: Answer.loadedLine(created.item) }) } }),
  }))
  return { ...change, actions }
}
