import { createVendorCustomerGroup as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'

export const createVendorCustomerGroup = implement(contract, async (request, deps: Deps) => {
  const { body, actor } = request
  const seller_id = sellerIdOf(actor)
  const made = { name: body.name, metadata: null, created_by: actor.type === 'member' ? actor.id : null, seller_id }
  return customerGroupAnswer(await deps.customerGroups.ofSeller(seller_id).create(made, request), request, deps)
})
