import { exactTotal, orderSummary } from '@souk/totals'
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
      actions: actionsOn(item.id).map((action) => withAmount(action, lineBefore(change, item))),
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

/** The line as it was in the version before the change. */
function lineBefore({ replaced }: OrderChange, { id, unit_price, quantity }: OrderRecord['items'][number]) {
  const one = replaced?.find(({ detail }) => detail.item_id === id)
  return { unit_price: one?.was?.unit_price ?? unit_price, quantity: one?.detail.quantity ?? quantity }
}
