import { updateCustomer as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'

export const updateCustomer = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return customerAnswer(await deps.customers.update(params.id, command, patch(body)), request, deps)
})
