import { updateVendorProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertOwnProduct } from '../own-product.ts'
import { changeVariant } from '../product-variants/change-variant.ts'

export const updateVendorProductVariant = implement(contract, async (request, deps: Deps) => {
  await assertOwnProduct(request, deps)
  return productAnswer(await changeVariant(request, deps), request, deps)
})
