import { listSellerCustomerGroups as adminContract, listVendorCustomerGroups as contract, sellerIdOf } from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorCustomerGroups = implement(contract, (request, deps: Deps) =>
  listOf(sellerIdOf(request.actor), request, deps),
)

export const listSellerCustomerGroups = implement(adminContract, (request, deps: Deps) =>
  listOf(request.params.id, request, deps),
)

type Asking = Pick<RequestOf<typeof contract>, 'query' | 'selection' | 'deadline'>

async function listOf(seller_id: string, { query, selection, deadline }: Asking, { customers, customerGroups }: Deps) {
  const filter = await customers.asGroupIds(query.filter, deadline)
  const { records, ...page } = await customerGroups
    .ofSeller(seller_id)
    .page({ ...query, filter }, deadline, (groups, until) =>
      customers.withMembers(groups, { selection, deadline: until, viewer: { seller_id } }),
    )
  return { customer_groups: records, ...page }
}
