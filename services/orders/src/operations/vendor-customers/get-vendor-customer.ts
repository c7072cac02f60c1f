import { getVendorCustomer as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'

export const getVendorCustomer = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  const found = await deps.customers.ofSeller(sellerIdOf(actor)).find(params.id, deadline)
  if (!found) throw forbidden()
  return customerAnswer(found, request, deps)
})
