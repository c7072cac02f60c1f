import { createVendorPromotion as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import { assertOwnProducts } from '../../clients/own-products.ts'
import type { Deps } from '../../deps.ts'
import { assertOfItems, namedProducts } from '../../domain/promotions/seller-promotion.ts'
import { makePromotion } from '../make-promotion.ts'

/** Products that it names must be the seller's; in any case it never applies to other sellers' goods. */
export const createVendorPromotion = implement(contract, async (request, deps: Deps) => {
  const { body, actor, passOn } = request
  const { target_rules = [], buy_rules = [] } = body.application_method
  assertOfItems(body.application_method)
  await assertOwnProducts(namedProducts([...target_rules, ...buy_rules]), deps.bus, passOn)
  return promotionAnswer(await makePromotion(request, deps, sellerIdOf(actor)), request, deps)
})
