import { manageVendorCustomerGroupCustomers as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'

export const manageVendorCustomerGroupCustomers = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, actor, deadline } = request
  const seller_id = sellerIdOf(actor)
  const group = await deps.customerGroups.ofSeller(seller_id).get(params.id, deadline)
  await deps.customers.ofSeller(seller_id).changeMembers(params.id, body, command)
  return customerGroupAnswer(group, request, deps)
})
