import { OrderItemRecord } from '@souk/contracts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from './stored-order.ts'

export type ItemFacts = OrderItemRecord['item']

const FACTS = new Set(Object.keys(OrderItemRecord.shape.item.shape))

/** The plain fields of a line: without computed totals, and without the snapshot of the product. */
export const itemFacts = (line: object): ItemFacts =>
  Object.fromEntries(Object.entries(line).filter(([name]) => FACTS.has(name))) as ItemFacts

/** The lines of all versions: one record per line and version. @param closed the order's confirmed changes */
export function itemVersions({ items }: Pick<OrderRecord, 'items'>, closed: readonly OrderChange[]): OrderItemRecord[] {
  const facts = new Map<string, ItemFacts>()
  const present = items.map((line) => ({ detail: line.detail, item: itemFacts(line) }))
  const replaced = closed.toSorted((a, b) => b.version - a.version).flatMap((change) => change.replaced ?? [])
  return [...present, ...replaced].flatMap(({ detail, item: kept }) => {
    const item = facts.get(detail.item_id) ?? kept
    if (!item) return []
    facts.set(detail.item_id, item)
    return { ...detail, item, history: { version: { from: detail.version, to: detail.version } } }
  })
}

/** One record per line: its latest version, with the range of its versions. */
export function oncePerLine(versions: readonly OrderItemRecord[]): OrderItemRecord[] {
  const records = new Map<string, OrderItemRecord>()
  for (const record of versions) {
    const known = records.get(record.item_id)
    const latest = known && known.version > record.version ? known : record
    const { from, to } = known?.history.version ?? record.history.version
    const version = { from: Math.min(from, record.version), to: Math.max(to, record.version) }
    records.set(record.item_id, { ...latest, history: { version } })
  }
  return [...records.values()]
}
