import { manageCustomerGroupCustomers as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'

export const manageCustomerGroupCustomers = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const isJoined = (body.add ?? []).length > 0
  if (isJoined && !(await deps.customerGroups.find(params.id, deadline))) throw missingRelation('customer_group_id', params.id)
  const group = await deps.customerGroups.get(params.id, deadline)
  await deps.customers.changeMembers(params.id, body, command)
  return customerGroupAnswer(group, request, deps)
})
