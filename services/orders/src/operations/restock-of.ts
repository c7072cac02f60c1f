import { createHash } from 'node:crypto'
import type { BodyOf, prepareRestock } from '@souk/contracts'
import type { OrderChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { takenIn } from '../domain/returns/confirm-receipt.ts'

/** The request to `pricing` for returned goods. */
export type Restock = BodyOf<typeof prepareRestock>

/**
 * The goods that a change takes in; undefined if there are none. The id is derived from the contents, so that goods that were
 * prepared for other contents of the same change are never taken in.
 */
export function restockOf(order: OrderRecord, change: OrderChange): Restock | undefined {
  const taken = takenIn(order, change)
  if (!taken) return undefined
  const lines = taken.lines.toSorted((a, b) => (a.line_item_id < b.line_item_id ? -1 : 1))
  const hash = createHash('sha256')
    .update(JSON.stringify([taken.location_id, lines]))
    .digest('hex')
  return { ...taken, lines, restock_id: `${change.id}:${hash.slice(0, 32)}` }
}
