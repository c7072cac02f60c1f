import { createVendorProduct as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertOwnGroupsOfPrices } from '../own-groups.ts'
import { assertOwnItems } from '../own-product.ts'
import { makeProduct } from '../products/make-product.ts'
import { submitterOf } from '../submitter-of.ts'
import { withDefaultProfile } from './with-default-profile.ts'

export const createVendorProduct = implement(contract, async (request, deps: Deps) => {
  const { body, actor, deadline } = request
  const [[input]] = await Promise.all([
    withDefaultProfile([body], deps, deadline),
    assertOwnItems(body.variants, request, deps),
    assertOwnGroupsOfPrices(body.variants, request, deps),
  ])
  return productAnswer(await makeProduct(input!, { ...request, ...submitterOf(actor) }, deps, sellerIdOf(actor)), request, deps)
})
