import { deleteVendorProduct as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeProduct } from '../products/remove-product.ts'

export const deleteVendorProduct = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  // A repeat of the request finds it deleted, and does the rest.
  await deps.products.ofSeller(sellerIdOf(actor)).assertOwn(params.id, deadline, 'made')
  return removeProduct(request, deps, () => forbidden())
})
