import { manageCustomerGroupsOfCustomer as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { changingGroups } from '../../domain/customers/group-changes.ts'

export const manageCustomerGroupsOfCustomer = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { add = [], remove = [] } = body
  await deps.customers.get(params.id, deadline)
  const found = await Promise.all(add.map((id) => deps.customerGroups.find(id, deadline)))
  const missing = add.find((_, at) => !found[at])
  if (missing !== undefined)
    throw notFound(`You tried to set relationship customer_group_id: ${missing}, but such entity does not exist`)
  return customerAnswer(await deps.customers.update(params.id, command, changingGroups(add, remove)), request, deps)
})
