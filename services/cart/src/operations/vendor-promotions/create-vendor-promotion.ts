import { createVendorPromotion as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import { assertOwnGroups } from '../../clients/own-groups.ts'
import { assertOwnProducts } from '../../clients/own-products.ts'
import type { Deps } from '../../deps.ts'
import { assertOfItems, namedGroups, namedProducts } from '../../domain/promotions/seller-promotion.ts'
import { makePromotion } from '../make-promotion.ts'

/**
 * The products that it names must be the seller's, and the customer groups its own or the marketplace's; in any case, it never
 * applies to other sellers' goods.
 */
export const createVendorPromotion = implement(contract, async (request, deps: Deps) => {
  const { body, actor, passOn } = request
  const { target_rules = [], buy_rules = [] } = body.application_method
  assertOfItems(body.application_method)
  const onLines = [...target_rules, ...buy_rules]
  await Promise.all([
    assertOwnProducts(namedProducts(onLines), deps.bus, passOn),
    assertOwnGroups(namedGroups([...(body.rules ?? []), ...onLines]), sellerIdOf(actor), deps.bus, passOn),
  ])
  return promotionAnswer(await makePromotion(request, deps, sellerIdOf(actor)), request, deps)
})
