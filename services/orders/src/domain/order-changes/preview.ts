import type { OrderChange as ShownChange } from '@souk/contracts'
import { exactTotal, orderSummary, orderTotals, perObject, plus } from '@souk/totals'
import { type ChangedOrder, unchanged } from '../orders/changed-order.ts'
import { NOTHING_BESIDE } from '../orders/kept-beside.ts'
import { creditOfVersion, ofVersion } from '../orders/of-version.ts'
import type { Order } from '../orders/order.ts'
import { withAmount } from './action-amount.ts'
import type { OrderChange, OrderChangeAction } from './order-change.ts'
import { differenceBy } from './order-change-actions.ts'
import { statusesAfter } from './statuses-after.ts'

/**
 * Applies the change's actions to the order and computes totals and statuses as they will be once it is confirmed; the order
 * itself is unchanged. Items and shipping methods carry the actions that touched them; a line left without units stays, with
 * quantity 0. The summary is that of the peers' previews: `pending_difference` leaves out requested returns, which lower the
 * order's own once the change is confirmed, and `credit_line_total` counts only the credit that the change adds.
 * @param change null: the order as it stands
 * @param original_total the order's present total, if known; it is a function of the rest
 * @param isChecked false: a line that the change would leave with fewer units than are fulfilled by now is shown with the
 * fulfilled ones, since such a change cannot be confirmed; its actions are shown as they are stored
 * @throws invalid_data if an action does not fit the order
 */
export function previewOrder(
  order: Order,
  change: OrderChange | null,
  original_total = orderTotals(order).totals.total,
  isChecked = true,
) {
  const changed = isChecked ? applyChange(order, change) : withFulfilledUnits(applyChange(order, change, false))
  // The stored summary belongs to the present version.
  const { totals, items, shipping_methods, summary: due } = orderTotals({ ...changed, summary: undefined })
  const summary = orderSummary({
    original_total,
    total: exactTotal(changed),
    transactions: order.transactions,
    credit_line_total: newCredit(change),
  })
  const { pending_difference } = due ?? summary
  const isOtherDue = totals.total !== original_total || pending_difference !== order.summary.pending_difference
  // New parts are shown with the order's present version.
  const shown = {
    items: items.map((item) => ofVersion(item, order.version)),
    shipping_methods: shipping_methods.map((method) => ofVersion(method, order.version)),
    credit_lines: creditOfVersion(changed.credit_lines, order.version),
  }
  // As `confirmReceipt` does.
  const keepsAuthorized = change?.change_type === 'return_receive'
  const after = { items: changed.items, isOtherDue, pending_difference, keepsAuthorized }
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
  ...NOTHING_BESIDE,
}

type Applied = Omit<ChangedOrder, keyof typeof NO_HISTORY>

/**
 * The order with the change's actions applied in order, without its history; the caller may modify the copy. If several actions
 * set the quantity of one line, only the last is checked against the fulfilled units.
 * @param isChecked false: not even that one is
 * @throws invalid_data if an action does not fit the order
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

/** Raises each line that the change touched to at least its fulfilled units. */
const withFulfilledUnits = (changed: Applied): Applied => ({
  ...changed,
  items: changed.items.map((item) => {
    const quantity = item.detail.fulfilled_quantity
    if (item.actions.length === 0 || item.quantity >= quantity) return item
    return { ...item, quantity, detail: { ...item.detail, quantity } }
  }),
})

/** A change as answers show it, with its return, exchange or claim. */
export function shownChange(
  { returns, exchanges, claims }: Pick<Order, 'returns' | 'exchanges' | 'claims'>,
  { replaced: _, before: __, taken_in_at: ___, confirmation_id: ____, ...change }: OrderChange,
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

/** The credit of the change's actions, including one that names an existing credit line, and so adds none. */
export const newCredit = (change: OrderChange | null): number =>
  (change?.actions ?? [])
    .filter(({ action }) => action === 'CREDIT_LINE_ADD')
    .reduce((sum, { amount }) => plus(sum, amount ?? 0), 0)
