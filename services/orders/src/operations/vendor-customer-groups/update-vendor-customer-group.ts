import { updateVendorCustomerGroup as contract, sellerIdOf } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'

export const updateVendorCustomerGroup = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, actor } = request
  const own = deps.customerGroups.ofSeller(sellerIdOf(actor))
  return customerGroupAnswer(await own.update(params.id, command, patch(body)), request, deps)
})
