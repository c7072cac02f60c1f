import { createCustomerGroup as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'
import { administratorIdOf } from '../../domain/orders/administrator.ts'

export const createCustomerGroup = implement(contract, async (request, deps: Deps) => {
  const { name, metadata = null } = request.body
  const made = { name, metadata, created_by: administratorIdOf(request.actor), seller_id: null }
  const created = await deps.customerGroups.create(made, request)
  return customerGroupAnswer(created, request, deps)
})
