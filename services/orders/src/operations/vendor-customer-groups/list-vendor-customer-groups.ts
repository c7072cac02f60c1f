import { listVendorCustomerGroups as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorCustomerGroups = implement(contract, async (request, { customers, customerGroups }: Deps) => {
  const { query, actor, selection, deadline } = request
  const seller_id = sellerIdOf(actor)
  const filter = await customers.asGroupIds(query.filter, deadline)
  const { records, ...page } = await customerGroups
    .ofSeller(seller_id)
    .page({ ...query, filter }, deadline, (groups, until) => customers.withMembers(groups, selection, until, seller_id))
  return { customer_groups: records, ...page }
})
