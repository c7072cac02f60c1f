import { createOwnAddress as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { addingAddress } from '../../domain/customers/addresses.ts'

export const createOwnAddress = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command } = request
  const changed = await deps.customers.update(customerIdOf(actor), command, addingAddress(body))
  return customerAnswer(changed, request, deps)
})
