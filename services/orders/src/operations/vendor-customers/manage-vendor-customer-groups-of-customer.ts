import { manageVendorCustomerGroupsOfCustomer as contract, forbidden, invalidData, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { changingOwnGroups } from '../../domain/customers/group-changes.ts'

/** Groups that are not the seller's are refused, both for adding and for removing. */
export const manageVendorCustomerGroupsOfCustomer = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, actor, deadline } = request
  const { add = [], remove = [] } = body
  const seller_id = sellerIdOf(actor)
  const groups = deps.customerGroups.ofSeller(seller_id)
  const named = [...new Set([...add, ...remove])]

  const [customer, found] = await Promise.all([
    deps.customers.ofSeller(seller_id).find(params.id, deadline),
    Promise.all(named.map((id) => groups.find(id, deadline))),
  ])
  if (!customer) throw forbidden()
  if (found.includes(undefined)) throw invalidData('Some of the customer groups do not belong to the current seller!')
  const known = await deps.customerGroups.know(seller_id, [...customer.record.group_ids, ...add], deadline)
  const changed = await deps.customers.update(params.id, command, changingOwnGroups(add, remove, known))
  return customerAnswer(changed, request, deps)
})
