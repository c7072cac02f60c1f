import { orderSummary, orderTotals, perObject } from '@souk/totals'
import { type ChangedOrder, unchanged } from '../orders/changed-order.ts'
import { plus } from '../orders/exact-number.ts'
import type { Order } from '../orders/order.ts'
import type { OrderChange, OrderChangeAction } from './order-change.ts'
import { differenceBy } from './order-change-actions.ts'

/**
 * Folds the change's actions over the order and computes totals anew; the order itself stays as it is. Items and shipping methods
 * carry the actions that touched them; a line left without units stays, with quantity 0.
 * @param change null previews the order as it stands
 * @param original_total the order's total as it stands, where it is known; it is a function of the rest
 * @throws invalid_data when an action does not fit the order
 */
export function previewOrder(order: Order, change: OrderChange | null, original_total = orderTotals(order).totals.total) {
  const changed = applyChange(order, change)
  const { totals, items, shipping_methods } = orderTotals(changed)
  const summary = orderSummary({
    original_total,
    total: totals.total,
    transactions: order.transactions,
    credit_line_total: newCredit(order, changed),
  })
  return {
    ...Object.assign(changed, totals, { items, shipping_methods, summary }),
    order_change: change && shownChange(order, change),
  }
}

const NO_HISTORY = {
  changes: undefined,
  returns: undefined,
  exchanges: undefined,
  claims: undefined,
  outgoing_credit: undefined,
  parcel_units: undefined,
}

/** The order with the change's actions applied, in their order, and without its history: a copy that is the caller's own. */
export function applyChange(order: Order, change: OrderChange | null): Omit<ChangedOrder, keyof typeof NO_HISTORY> {
  const changed = unchanged(order)
  const actions = (change?.actions ?? []).toSorted((a, b) => a.ordering - b.ordering)
  for (const action of actions) Object.assign(changed, differenceBy(changed, shownAction(action), action.created))
  return Object.assign<object, object>(changed, NO_HISTORY) as ChangedOrder
}

/** A change as answers show it, with the return, exchange or claim it is about. */
export function shownChange(
  { returns, exchanges, claims }: Pick<Order, 'returns' | 'exchanges' | 'claims'>,
  { replaced: _, ...change }: OrderChange,
) {
  return {
    ...change,
    order: null,
    return_order: returns.find(({ id }) => id === change.return_id) ?? null,
    exchange: exchanges.find(({ id }) => id === change.exchange_id) ?? null,
    claim: claims.find(({ id }) => id === change.claim_id) ?? null,
    actions: change.actions.map(shownAction),
  }
}

const shownAction = perObject(({ created: _, ...action }: OrderChangeAction): Omit<OrderChangeAction, 'created'> => action)

/** The credit that the change adds; a line that was never stored has no id. */
function newCredit(order: Order, { credit_lines }: Pick<Order, 'credit_lines'>): number {
  return credit_lines
    .filter((line) => line.id === undefined || !order.credit_lines.includes(line))
    .reduce((sum, { amount }) => plus(sum, amount), 0)
}
