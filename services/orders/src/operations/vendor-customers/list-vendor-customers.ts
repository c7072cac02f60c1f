import { listVendorCustomers as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorCustomers = implement(contract, async ({ query, actor, selection, deadline }, { customers }: Deps) => {
  const own = customers.ofSeller(sellerIdOf(actor))
  const { records, ...page } = await own.page(query, deadline, (all, until) => customers.shown(all, selection, until))
  return { customers: records, ...page }
})
