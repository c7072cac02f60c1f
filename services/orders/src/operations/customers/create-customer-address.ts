import { createCustomerAddress as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { addingAddress } from '../../domain/customers/addresses.ts'

export const createCustomerAddress = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  const missing = () => missingRelation('customer_id', params.id)
  return customerAnswer(await deps.customers.update(params.id, { ...command, missing }, addingAddress(body)), request, deps)
})
