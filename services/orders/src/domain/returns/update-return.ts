import { type DecisionContext, mergeMetadata } from '@souk/contracts'
import type { Metadata } from '../orders/order-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { replaceReturn } from './begin-return.ts'
import { requirePartChange } from './part-change.ts'

interface ReturnUpdate {
  /** Null removes it. */
  location_id?: string | null | undefined
  no_notification?: boolean | undefined
  /** Merged into the return's; an empty string removes its key, null removes everything. */
  metadata?: Metadata | undefined
}

/** Changes a return that is being made or received: its location takes in the goods. @throws as `requirePartChange` */
export function updateReturn(
  order: OrderRecord,
  id: string,
  { location_id, no_notification, metadata }: ReturnUpdate,
  { now }: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const { part } = requirePartChange(order, 'return', id, 'either')
  return replaceReturn(order, {
    ...part,
    location_id: location_id === undefined ? part.location_id : location_id,
    no_notification: no_notification ?? part.no_notification,
    metadata: metadata === undefined ? part.metadata : mergeMetadata(part.metadata, metadata),
    updated_at: now,
  })
}
