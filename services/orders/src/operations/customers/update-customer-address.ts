import { updateCustomerAddress as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { changingAddress } from '../../domain/customers/addresses.ts'

export const updateCustomerAddress = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return customerAnswer(await deps.customers.update(params.id, command, changingAddress(params.address_id, body)), request, deps)
})
