import { deleteVendorProductVariant as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertOwnProduct } from '../own-product.ts'
import { removeVariant } from '../product-variants/remove-variant.ts'

export const deleteVendorProductVariant = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  await assertOwnProduct(request, deps)
  const [owners, own] = await Promise.all([
    deps.products.findOwners([params.variant_id], deadline),
    deps.products.listVariantIds([params.id], deadline),
  ])
  if (owners.has(params.variant_id) && !own.includes(params.variant_id)) throw invalidData('Invalid product variant id!')
  return removeVariant(request, deps)
})
