import { updateVendorProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertOwnGroupsOfPrices } from '../own-groups.ts'
import { assertOwnProduct } from '../own-product.ts'
import { changeVariant } from '../product-variants/change-variant.ts'

export const updateVendorProductVariant = implement(contract, async (request, deps: Deps) => {
  const { params, body } = request
  await assertOwnProduct(request, deps)
  await assertOwnGroupsOfPrices([{ ...body, id: params.variant_id }], request, deps)
  return productAnswer(await changeVariant(request, deps), request, deps)
})
