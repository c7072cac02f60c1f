import {
  batchVendorPromotionBuyRules as ofBuyRules,
  batchVendorPromotionRules as ofRules,
  batchVendorPromotionTargetRules as ofTargetRules,
  sellerIdOf,
} from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import { assertOwnProducts } from '../../clients/own-products.ts'
import type { Deps } from '../../deps.ts'
import { namedProducts } from '../../domain/promotions/seller-promotion.ts'
import { BUY_RULES, changeRules, RULES, type RuleKind, TARGET_RULES } from '../change-rules.ts'

/** Answers the promotion. Products named by rules on lines must be the seller's. */
const batch = (kind: RuleKind) => async (request: RequestOf<typeof ofRules>, deps: Deps) => {
  const { params, body, actor, deadline, passOn } = request
  const own = deps.promotions.ofSeller(sellerIdOf(actor))
  const { record } = await own.get(params.id, deadline)
  const { create = [], update = [] } = body
  if (kind !== RULES) await assertOwnProducts(namedProducts([...create, ...update], kind.rulesOf(record)), deps.bus, passOn)
  return promotionAnswer(await changeRules(kind, request, own), request, deps)
}

export const batchVendorPromotionRules = implement(ofRules, batch(RULES))
export const batchVendorPromotionTargetRules = implement(ofTargetRules, batch(TARGET_RULES))
export const batchVendorPromotionBuyRules = implement(ofBuyRules, batch(BUY_RULES))
