import { updateVendorPromotion as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import type { Deps } from '../../deps.ts'
import { assertOfItems } from '../../domain/promotions/seller-promotion.ts'
import { changePromotion } from '../change-promotion.ts'

export const updateVendorPromotion = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, deadline } = request
  const seller_id = sellerIdOf(actor)
  await deps.promotions.ofSeller(seller_id).get(params.id, deadline)
  assertOfItems(body.application_method)
  return promotionAnswer(await changePromotion(request, deps, seller_id), request, deps)
})
