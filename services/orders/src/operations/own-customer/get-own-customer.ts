import { getOwnCustomer as contract, customerIdOf, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'

/** A customer who was just deleted gets 401. */
export const getOwnCustomer = implement(contract, async (request, deps: Deps) => {
  const found = await deps.customers.find(customerIdOf(request.actor), request.deadline)
  if (!found) throw unauthorized()
  return customerAnswer(found, request, deps)
})
