import type { OrderChange as ShownChange } from '@souk/contracts'
import { exactTotal, orderSummary, orderTotals, perObject, plus } from '@souk/totals'
import { type ChangedOrder, unchanged } from '../orders/changed-order.ts'
import { creditOfVersion, ofVersion } from '../orders/of-version.ts'
import type { Order } from '../orders/order.ts'
import { withAmount } from './action-amount.ts'
import type { OrderChange, OrderChangeAction } from './order-change.ts'
import { differenceBy } from './order-change-actions.ts'
import { statusesAfter } from './statuses-after.ts'

/**
 * Folds the change's actions over the order and computes totals and statuses anew, as they are once it is confirmed; the order
 * itself stays as it is. Items and shipping methods carry the actions that touched them; a line left without units stays, with
 * quantity 0. Its summary is that of the peers' previews: `pending_difference` leaves out requested returns, which lower the
 * order's own once the change is confirmed, and `credit_line_total` counts only the credit that the change adds.
 * @param change null previews the order as it stands
 * @param original_total the order's total as it stands, where it is known; it is a function of the rest
 * @param isChecked false: a line to which the change leaves fewer units than are fulfilled of it by now is shown with those,
 * which no confirmed change could have made it; its actions are shown as they are kept
 * @throws invalid_data when an action does not fit the order
 */
export function previewOrder(
  order: Order,
  change: OrderChange | null,
  original_total = orderTotals(order).totals.total,
  isChecked = true,
) {
  const changed = isChecked ? applyChange(order, change) : withFulfilledUnits(applyChange(order, change, false))
  // The stored summary is that of before.
  const { totals, items, shipping_methods, summary: due } = orderTotals({ ...changed, summary: undefined })
  const summary = orderSummary({
    original_total,
    total: exactTotal(changed),
    transactions: order.transactions,
    credit_line_total: newCredit(change),
  })
  const { pending_difference } = due ?? summary
  const isOtherDue = totals.total !== original_total || pending_difference !== order.summary.pending_difference
  // New parts are shown as the order is: of the version that it has.
  const shown = {
    items: items.map((item) => ofVersion(item, order.version)),
    shipping_methods: shipping_methods.map((method) => ofVersion(method, order.version)),
    credit_lines: creditOfVersion(changed.credit_lines, order.version),
  }
  const after = { items: changed.items, isOtherDue, pending_difference }
  const statuses = change && statusesAfter(order, after)
  return {
    ...Object.assign(changed, totals, statuses, { ...shown, summary }),
    order_change: change && shownChange(order, change),
  }
}

const NO_HISTORY = {
  changes: undefined,
  returns: undefined,
  exchanges: undefined,
  claims: undefined,
  return_request: undefined,
  order_set: undefined,
  outgoing_credit: undefined,
  parcel_units: undefined,
}

type Applied = Omit<ChangedOrder, keyof typeof NO_HISTORY>

/**
 * The order with the change's actions applied, in their order, and without its history: a copy that is the caller's own. Of the
 * quantities that actions set of one line the last counts: only that one is checked against the fulfilled units.
 * @param isChecked false: not even that one has to
 * @throws invalid_data when an action does not fit the order
 */
export function applyChange(order: Order, change: OrderChange | null, isChecked = true): Applied {
  const changed = unchanged(order)
  const actions = (change?.actions ?? []).toSorted((a, b) => a.ordering - b.ordering)
  const last = new Map(actions.map((action) => [lineSetBy(action), action]))
  for (const action of actions) {
    const line_id = lineSetBy(action)
    const isLast = line_id === undefined || last.get(line_id) === action
    const line = changed.items.find(({ id }) => id === action.details?.reference_id)
    const priced = withAmount(shownAction(action), line)
    Object.assign(changed, differenceBy(changed, priced, action.created, isChecked && isLast))
  }
  return Object.assign<object, object>(changed, NO_HISTORY) as ChangedOrder
}

/** The line whose quantity the action sets. */
const lineSetBy = ({ action, details }: OrderChangeAction): string | undefined =>
  action === 'ITEM_UPDATE' ? details?.reference_id : undefined

/** No line that the change touched has fewer units than are fulfilled of it. */
const withFulfilledUnits = (changed: Applied): Applied => ({
  ...changed,
  items: changed.items.map((item) => {
    const quantity = item.detail.fulfilled_quantity
    if (item.actions.length === 0 || item.quantity >= quantity) return item
    return { ...item, quantity, detail: { ...item.detail, quantity } }
  }),
})

/** A change as answers show it, with the return, exchange or claim it is about. */
export function shownChange(
  { returns, exchanges, claims }: Pick<Order, 'returns' | 'exchanges' | 'claims'>,
  { replaced: _, before: __, taken_in_at: ___, ...change }: OrderChange,
): ShownChange {
  const shown = {
    ...change,
    order: null,
    return_order: returns.find(({ id }) => id === change.return_id) ?? null,
    exchange: exchanges.find(({ id }) => id === change.exchange_id) ?? null,
    claim: claims.find(({ id }) => id === change.claim_id) ?? null,
    actions: change.actions.map(shownAction),
  }
  return shown as unknown as ShownChange
}

const shownAction = perObject(({ created: _, ...action }: OrderChangeAction): Omit<OrderChangeAction, 'created'> => action)

/** The credit of the change's actions, also of one that names a credit line that the order has, and so adds none. */
export const newCredit = (change: OrderChange | null): number =>
  (change?.actions ?? [])
    .filter(({ action }) => action === 'CREDIT_LINE_ADD')
    .reduce((sum, { amount }) => plus(sum, amount ?? 0), 0)
