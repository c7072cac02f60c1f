import { updateOwnCustomer as contract, customerIdOf } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'

export const updateOwnCustomer = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command } = request
  const changed = await deps.customers.update(customerIdOf(actor), command, patch(body))
  return customerAnswer(changed, request, deps)
})
