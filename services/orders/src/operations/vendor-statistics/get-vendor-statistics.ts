import { getVendorStatistics as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getVendorStatistics = implement(contract, async ({ query, actor, deadline }, { orders }: Deps) => {
  const { countOrders, countNewCustomers } = orders.daysOfSeller(sellerIdOf(actor), { from: query.time_from, to: query.time_to })
  const [sold, met] = await Promise.all([countOrders(deadline), countNewCustomers(deadline)])
  return { orders: sold, customers: met }
})
