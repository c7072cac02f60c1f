import { listVendorCustomers as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorCustomers = implement(contract, async ({ query, actor, selection, deadline }, { customers }: Deps) => {
  const seller_id = sellerIdOf(actor)
  const { records, ...page } = await customers
    .ofSeller(seller_id)
    .page(query, deadline, (all, until) => customers.shown(all, { selection, deadline: until, viewer: { seller_id } }))
  return { customers: records, ...page }
})
