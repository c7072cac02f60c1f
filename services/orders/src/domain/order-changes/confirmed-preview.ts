import { exactTotal, minus, orderSummary, plus } from '@souk/totals'
import type { Order } from '../orders/order.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { withAmount } from './action-amount.ts'
import type { OrderChange, OrderChangeAction } from './order-change.ts'
import { newCredit } from './preview.ts'

/**
 * The parts of an order, right after a change of it was confirmed, that are shown as in the change's preview: lines and shipping
 * methods with the actions that touched them, and the summary, which leaves out requested returns.
 */
export function confirmedPreview(order: OrderRecord, change: OrderChange) {
  const { items, shipping_methods, transactions, summary } = order
  const touching = actionsByRecord(change)
  const actionsOn = (id: string) => touching.get(id) ?? []
  return {
    items: items.map((item) => ({
      ...item,
      actions: pricedActions(actionsOn(item.id), change, item),
    })),
    shipping_methods: shipping_methods.map((method) => ({ ...method, actions: actionsOn(method.id) })),
    summary: orderSummary({
      original_total: summary.original_order_total,
      total: exactTotal(order as unknown as Order),
      transactions,
      credit_line_total: newCredit(change),
    }),
  }
}

/** The actions, grouped by the line or shipping method that they touched. */
function actionsByRecord({ actions }: OrderChange): Map<string | null, OrderChangeAction[]> {
  const touching = new Map<string | null, OrderChangeAction[]>()
  for (const action of actions) {
    const id = action.details?.reference_id ?? action.reference_id
    touching.set(id, [...(touching.get(id) ?? []), { ...action, applied: false }])
  }
  return touching
}

type Line = Pick<OrderRecord['items'][number], 'unit_price' | 'quantity'>

/** The line's actions, each with the price of its units on the line as the actions before it left it. */
function pricedActions(actions: readonly OrderChangeAction[], change: OrderChange, item: OrderRecord['items'][number]) {
  let line = lineBefore(change, item)
  return actions.map((action) => {
    const priced = withAmount(action, line)
    line = lineAfter(action, line, item)
    return priced
  })
}

/** The line as it was in the version before the change; undefined for one that the change added. */
function lineBefore({ replaced }: OrderChange, { id, unit_price, quantity }: OrderRecord['items'][number]): Line | undefined {
  if (!replaced) return { unit_price, quantity }
  const one = replaced.find(({ detail }) => detail.item_id === id)
  return one && { unit_price: one.was?.unit_price ?? unit_price, quantity: one.detail.quantity }
}

/** The first action on a line that the change added adds it. */
function lineAfter({ action, details }: OrderChangeAction, line: Line | undefined, item: Line): Line | undefined {
  const { quantity, unit_price } = details ?? {}
  if (quantity == null) return line
  if (!line) return { unit_price: unit_price ?? item.unit_price, quantity }
  if (action === 'ITEM_ADD') return { ...line, quantity: plus(line.quantity, quantity) }
  if (action === 'ITEM_REMOVE') return { ...line, quantity: minus(line.quantity, quantity) }
  return action === 'ITEM_UPDATE' ? { unit_price: unit_price ?? line.unit_price, quantity } : line
}
