import {
  batchVendorPromotionBuyRules as ofBuyRules,
  batchVendorPromotionRules as ofRules,
  batchVendorPromotionTargetRules as ofTargetRules,
  sellerIdOf,
} from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import { assertOwnGroups } from '../../clients/own-groups.ts'
import { assertOwnProducts } from '../../clients/own-products.ts'
import type { Deps } from '../../deps.ts'
import { assertNameable, namedGroups, namedProducts, replacingProducts } from '../../domain/promotions/seller-promotion.ts'
import { BUY_RULES, changeRules, RULES, type RuleKind, TARGET_RULES } from '../change-rules.ts'

/**
 * Answers with the promotion. Products named by rules on lines must be the seller's, and customer groups its own or the
 * marketplace's.
 */
const batch = (kind: RuleKind) => async (request: RequestOf<typeof ofRules>, deps: Deps) => {
  const { params, body, actor, deadline, passOn } = request
  const own = deps.promotions.ofSeller(sellerIdOf(actor))
  const { record } = await own.get(params.id, deadline)
  const { create = [], update = [] } = body
  const [rules, present] = [[...create, ...update], kind.rulesOf(record)] as const
  const groups = namedGroups(rules, present)
  const products = kind === RULES ? undefined : namedProducts(rules, present)
  await Promise.all([
    assertOwnProducts(products ?? [], deps.bus, passOn),
    assertOwnGroups(groups, sellerIdOf(actor), deps.bus, passOn),
  ])
  const changed = await changeRules(kind, request, own, (after, before) => assertNameable(after, before, { groups, products }))
  return promotionAnswer(changed, request, deps)
}

export const batchVendorPromotionRules = implement(ofRules, batch(RULES))
export const batchVendorPromotionTargetRules = implement(ofTargetRules, batch({ ...TARGET_RULES, changesOf: replacingProducts }))
export const batchVendorPromotionBuyRules = implement(ofBuyRules, batch(BUY_RULES))
