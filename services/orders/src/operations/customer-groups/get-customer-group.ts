import { getCustomerGroup as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'

export const getCustomerGroup = implement(contract, async (request, deps: Deps) =>
  customerGroupAnswer(await deps.customerGroups.get(request.params.id, request.deadline), request, deps),
)
