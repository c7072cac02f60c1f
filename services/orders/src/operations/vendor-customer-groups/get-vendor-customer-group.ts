import { getVendorCustomerGroup as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'

export const getVendorCustomerGroup = implement(contract, async (request, deps: Deps) => {
  const own = deps.customerGroups.ofSeller(sellerIdOf(request.actor))
  return customerGroupAnswer(await own.get(request.params.id, request.deadline), request, deps)
})
