import {
  type Customer,
  JsonText,
  type OrderPreview,
  type Selection,
  type OrderChange as ShownChange,
  wants,
} from '@souk/contracts'
import { activeChange, type OrderChange } from './order-change.ts'
import { previewOrder, shownChange } from './order-preview.ts'
import { type OrderRecord, shownOrder } from './order-record.ts'

/** A preview without the customer, who is a record of its own. */
export type Preview = Omit<OrderPreview, 'customer'>

interface Shown {
  /** The order as it stands. */
  order: OrderRecord
  customer: Customer | null
  selection: Selection
}

/** The order as its active change would leave it; without one, the order as it is kept. */
export function orderPreview(order: OrderRecord): Preview {
  const change = activeChange(order)
  if (change) return previewOrder(order, change, order.total) as unknown as Preview
  return { ...shownOrder(withoutHistory(order)), order_change: null }
}

/** A preview as answers show it; relations of its change only when they are asked for. */
export const shownPreview = (preview: Preview, shown: Shown): OrderPreview => ({
  ...preview,
  customer: shown.customer,
  order_change: preview.order_change && withAskedRelations(preview.order_change, shown),
})

/**
 * The same with its lines and actions as JSON, which is made once for each: after every action all of them are answered again, and all
 * but one are as they were. For answers that show everything.
 */
export function asJson<P extends Pick<OrderPreview, 'items' | 'shipping_methods' | 'order_change'>>(preview: P): P {
  const { items, shipping_methods, order_change } = preview
  return {
    ...preview,
    items: items.map(textOf),
    shipping_methods: shipping_methods.map(textOf),
    order_change: order_change && { ...order_change, actions: order_change.actions.map(textOf) },
  }
}

const textOf = <R extends object>(record: R) => JsonText.of(record) as unknown as R

/** An edit by itself, as answers show it: it is about no return, exchange or claim. */
export const shownEdit = (order: OrderRecord, edit: OrderChange): ShownChange =>
  shownChange(order, edit) as unknown as ShownChange

function withAskedRelations(change: ShownChange, { order, customer, selection }: Shown): ShownChange {
  const asked = (name: string) => wants(selection, `order_change.${name}`)
  const withReturn = (name: 'exchange' | 'claim') => {
    const record = asked(name) ? (change[name] as OrderRecord['exchanges' | 'claims'][number] | null) : null
    return record && asked(`${name}.return`)
      ? { ...record, return: order.returns.find(({ id }) => id === record.return_id) ?? null }
      : record
  }
  return {
    ...change,
    order: asked('order') ? { ...shownOrder(withoutHistory(order)), customer } : null,
    return_order: asked('return_order') ? change.return_order : null,
    exchange: withReturn('exchange'),
    claim: withReturn('claim'),
  }
}

function withoutHistory({ changes: _, returns: __, exchanges: ___, claims: ____, ...order }: OrderRecord) {
  return order
}
