import {
  listSellerCustomerGroups as adminContract,
  type CustomerGroup,
  listVendorCustomerGroups as contract,
  sellerIdOf,
} from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorCustomerGroups = implement(contract, (request, deps: Deps) =>
  listOf(sellerIdOf(request.actor), request, deps, (group) => ({
    ...group,
    customer_group_id: group.id,
    customer_group: group,
  })),
)

export const listSellerCustomerGroups = implement(adminContract, (request, deps: Deps) =>
  listOf(request.params.id, request, deps, (group) => group),
)

type Asking = Pick<RequestOf<typeof contract>, 'query' | 'selection' | 'deadline'>

async function listOf<Shown>(
  seller_id: string,
  { query, selection, deadline }: Asking,
  { customers, customerGroups }: Deps,
  show: (group: CustomerGroup) => Shown,
) {
  const filter = await customers.asGroupIds(query.filter, deadline)
  const { records, ...page } = await customerGroups
    .ofSeller(seller_id)
    .page({ ...query, filter }, deadline, async (groups, until) =>
      (await customers.withMembers(groups, { selection, deadline: until, viewer: { seller_id } })).map(show),
    )
  return { customer_groups: records, ...page }
}
