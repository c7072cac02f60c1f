import { OrderItemRecord } from '@souk/contracts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from './stored-order.ts'

export type ItemFacts = OrderItemRecord['item']

const FACTS = new Set(Object.keys(OrderItemRecord.shape.item.shape))

/** The plain fields of a line: without computed totals, and without the snapshot of the product. */
export const itemFacts = (line: object): ItemFacts =>
  Object.fromEntries(Object.entries(line).filter(([name]) => FACTS.has(name))) as ItemFacts

/** The lines of all versions, each as its latest version has it. @param closed the order's confirmed changes */
export function itemRecords({ items }: Pick<OrderRecord, 'items'>, closed: readonly OrderChange[]): OrderItemRecord[] {
  const records = new Map<string, OrderItemRecord>()
  const present = items.map((line) => ({ detail: line.detail, item: itemFacts(line) }))
  const replaced = closed.toSorted((a, b) => b.version - a.version).flatMap((change) => change.replaced ?? [])
  for (const { detail, item } of [...present, ...replaced]) {
    const known = records.get(detail.item_id)
    const { version } = detail
    if (known) known.history.version.from = Math.min(known.history.version.from, version)
    else if (item) records.set(detail.item_id, { ...detail, item, history: { version: { from: version, to: version } } })
  }
  return [...records.values()]
}
