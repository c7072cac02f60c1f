import { deleteVendorProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertOwnProduct } from '../own-product.ts'
import { removeVariant } from '../product-variants/remove-variant.ts'

export const deleteVendorProductVariant = implement(contract, async (request, deps: Deps) => {
  await assertOwnProduct(request, deps)
  return removeVariant(request, deps)
})
