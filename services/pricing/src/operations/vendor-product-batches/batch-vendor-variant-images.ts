import { batchVendorVariantImages as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertOwnProduct } from '../own-product.ts'
import { changeVariantImages } from '../product-batches/change-variant-images.ts'

export const batchVendorVariantImages = implement(contract, async (request, deps: Deps) => {
  await assertOwnProduct(request, deps)
  return changeVariantImages(request, deps)
})
