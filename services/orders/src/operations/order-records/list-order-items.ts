import { listOrderItems as contract, OLDEST_FIRST } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { itemVersions, oncePerLine } from '../../domain/orders/order-item-record.ts'

export const listOrderItems = implement(contract, async ({ params, query, deadline }, { orders }: Deps) => {
  const { state, changes } = await orders.getWithChanges(params.id, deadline)
  // Filters select versions: `version=1` shows the lines as they were then.
  const all = { ...query, order: OLDEST_FIRST, offset: 0, limit: Number.MAX_SAFE_INTEGER }
  const { records: versions } = pageOf(itemVersions(state, changes), all, [], 'as given')
  const { records, ...page } = pageOf(oncePerLine(versions), { ...query, filter: [] }, [], 'as given')
  return { order_items: records, ...page }
})
