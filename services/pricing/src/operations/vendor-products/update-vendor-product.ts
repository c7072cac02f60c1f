import { updateVendorProduct as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertOwnGroupsOfPrices } from '../own-groups.ts'
import { assertOwnItems, assertOwnProduct } from '../own-product.ts'
import { changeProduct } from '../products/change-product.ts'

export const updateVendorProduct = implement(contract, async (request, deps: Deps) => {
  const { params, body } = request
  await Promise.all([assertOwnProduct(request, deps), assertOwnItems(body.variants, request, deps)])
  await assertOwnGroupsOfPrices(body.variants, request, deps)
  return productAnswer(await changeProduct(params.id, body, request, deps), request, deps)
})
