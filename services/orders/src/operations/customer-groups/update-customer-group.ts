import { updateCustomerGroup as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'

export const updateCustomerGroup = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return customerGroupAnswer(await deps.customerGroups.update(params.id, command, patch(body)), request, deps)
})
