import { loadedLine, notFound } from '@souk/contracts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { OrderItem } from './order-lines.ts'
import { type OrderRecord, orderRecord } from './stored-order.ts'

/**
 * The order with the lines, shipping methods, credit lines, promotions and the summary of one of its versions, and everything
 * else as it is now.
 * @param changes all changes of the order
 * @throws not_found for a version that it never had, or that was not kept
 */
export function orderAtVersion(order: OrderRecord, changes: readonly OrderChange[], version: number): OrderRecord {
  if (version === order.version) return order
  const later = changes.filter(({ before }) => before && before.version >= version).toSorted((a, b) => a.version - b.version)
  const [next] = later
  if (next?.before?.version !== version) throw notFound(`Order id not found: ${order.id}, version ${version}`)
  const { summary, credit_lines, shipping_methods } = next.before
  const { promotions = order.promotions } = later.find(({ before }) => before?.promotions)?.before ?? {}
  const items = (next.replaced ?? []).map(({ detail }): OrderItem => {
    const line = lastKnown(order, later, detail.item_id)
    return { ...line, ...undone(later, detail.item_id), quantity: detail.quantity, detail }
  })
  const parts = { items, shipping_methods, credit_lines, promotions }
  const record = orderRecord({ ...order, version, ...parts } as Parameters<typeof orderRecord>[0])
  return { ...record, summary }
}

/**
 * The order with the lines of the version that was sold, as far as that was kept, and everything else as it is now.
 * @param at ISO 8601: when it was placed, for orders that do not tell which version that was. Its clock may be another one than
 * that of the order's changes
 */
export function orderAsSold(order: OrderRecord, changes: readonly OrderChange[], at: string): OrderRecord {
  const version = order.sold_version ?? (order.order_set && FIRST_VERSION)
  const isLater = (change: OrderChange, before: number) =>
    version === undefined ? change.confirmed_at !== null && change.confirmed_at > at : before >= version
  const later = changes.flatMap((change) =>
    change.before && isLater(change, change.before.version) ? change.before.version : [],
  )
  return later.length === 0 ? order : orderAtVersion(order, changes, Math.min(...later))
}

/** Of an order that was placed from a cart. */
const FIRST_VERSION = 1

/** The line as in the order, or else in the last version that had it. */
function lastKnown({ items }: OrderRecord, later: readonly OrderChange[], item_id: string): OrderItem {
  const present = items.find(({ id }) => id === item_id)
  if (present) return present as unknown as OrderItem
  const removed = later.flatMap(({ replaced = [] }) => replaced).find(({ detail, item }) => detail.item_id === item_id && item)
  return loadedLine(removed!.was as OrderItem)
}

/** The values of the line's changed fields before these changes; the first change's values win. */
const undone = (later: readonly OrderChange[], item_id: string): Partial<OrderItem> =>
  Object.assign(
    {},
    ...later
      .toReversed()
      .flatMap(({ replaced = [] }) =>
        replaced.flatMap(({ detail, item, was }) => (detail.item_id === item_id && !item && was ? was : [])),
      ),
  )
