import { listVendorProductVariants as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { pageOfVariants } from '../product-variants/page-of-variants.ts'

export const listVendorProductVariants = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  const { record } = await deps.products.ofSeller(sellerIdOf(actor)).get(params.id, deadline)
  return pageOfVariants(record, request, deps)
})
