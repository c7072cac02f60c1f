import { updateOwnAddress as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { changingAddress } from '../../domain/customers/addresses.ts'

export const updateOwnAddress = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command } = request
  const changed = await deps.customers.update(customerIdOf(actor), command, changingAddress(params.address_id, body))
  return customerAnswer(changed, request, deps)
})
