import { manageCustomerGroupsOfCustomer as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { changingGroups } from '../../domain/customers/group-changes.ts'

export const manageCustomerGroupsOfCustomer = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { add = [], remove = [] } = body
  if (add.length === 0) await deps.customers.get(params.id, deadline)
  else if (!(await deps.customers.find(params.id, deadline))) throw missingRelation('customer_id', params.id)
  const found = await Promise.all(add.map((id) => deps.customerGroups.find(id, deadline)))
  const missing = add.find((_, at) => !found[at])
  if (missing !== undefined) throw missingRelation('customer_group_id', missing)
  return customerAnswer(await deps.customers.update(params.id, command, changingGroups(add, remove)), request, deps)
})
