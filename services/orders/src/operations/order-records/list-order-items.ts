import { listOrderItems as contract } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { itemRecords } from '../../domain/orders/order-item-record.ts'

export const listOrderItems = implement(contract, async ({ params, query, deadline }, { orders }: Deps) => {
  const { state, changes } = await orders.getWithChanges(params.id, deadline)
  const { records, count } = pageOf(itemRecords(state, changes), query)
  return { order_items: records, count, offset: query.offset, limit: query.limit }
})
