import { getVendorProduct as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'

export const getVendorProduct = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  return productAnswer(await deps.products.ofSeller(sellerIdOf(actor)).get(params.id, deadline), request, deps)
})
