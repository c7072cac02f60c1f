import { administratorIdOf, createCustomer as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { newCustomer } from '../../domain/customers/new-customer.ts'

export const createCustomer = implement(contract, async (request, deps: Deps) => {
  const fields = newCustomer(request.body, {
    has_account: false,
    created_by: administratorIdOf(request.actor),
    identity_id: null,
  })
  return customerAnswer(await deps.customers.create(fields, request), request, deps)
})
