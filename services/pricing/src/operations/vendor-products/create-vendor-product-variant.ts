import { createVendorProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertOwnGroupsOfPrices } from '../own-groups.ts'
import { assertOwnItems, assertOwnProduct } from '../own-product.ts'
import { addVariant } from '../product-variants/add-variant.ts'

export const createVendorProductVariant = implement(contract, async (request, deps: Deps) => {
  await Promise.all([assertOwnProduct(request, deps), assertOwnItems([request.body], request, deps)])
  await assertOwnGroupsOfPrices([request.body], request, deps)
  return productAnswer(await addVariant(request, deps), request, deps)
})
