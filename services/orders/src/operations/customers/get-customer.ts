import { getCustomer as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'

export const getCustomer = implement(contract, async (request, deps: Deps) =>
  customerAnswer(await deps.customers.get(request.params.id, request.deadline), request, deps),
)
