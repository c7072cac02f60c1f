import { deletePromotion, listPromotions, promotionOperations } from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { shownPromotions } from '../../answers/promotion.ts'
import type { Deps } from '../../deps.ts'
import { batchPromotionBuyRules, batchPromotionRules, batchPromotionTargetRules } from './batch-promotion-rules.ts'
import { createPromotion } from './create-promotion.ts'
import { getPromotion } from './get-promotion.ts'
import { updatePromotion } from './update-promotion.ts'

const promotions = recordHandlers({
  keys: ['promotion', 'promotions'],
  store: (deps: Deps) => deps.promotions,
  show: shownPromotions,
})

export const promotionHandlers = implementAll(promotionOperations, {
  listPromotions: promotions.list(listPromotions),
  createPromotion,
  getPromotion,
  updatePromotion,
  deletePromotion: promotions.delete(deletePromotion),
  batchPromotionRules,
  batchPromotionTargetRules,
  batchPromotionBuyRules,
})
