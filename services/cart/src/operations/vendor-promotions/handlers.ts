import {
  deleteVendorPromotion,
  getVendorPromotion,
  listVendorPromotions,
  sellerIdOf,
  vendorPromotionOperations,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { promotionAnswer, shownPromotions } from '../../answers/promotion.ts'
import type { Deps } from '../../deps.ts'
import {
  batchVendorPromotionBuyRules,
  batchVendorPromotionRules,
  batchVendorPromotionTargetRules,
} from './batch-vendor-promotion-rules.ts'
import { createVendorPromotion } from './create-vendor-promotion.ts'
import { updateVendorPromotion } from './update-vendor-promotion.ts'

const promotions = recordHandlers({
  keys: ['promotion', 'promotions'],
  store: (deps: Deps, { actor }) => deps.promotions.ofSeller(sellerIdOf(actor)),
  show: shownPromotions,
  answer: promotionAnswer,
})

export const vendorPromotionHandlers = implementAll(vendorPromotionOperations, {
  listVendorPromotions: promotions.list(listVendorPromotions),
  createVendorPromotion,
  getVendorPromotion: promotions.get(getVendorPromotion),
  updateVendorPromotion,
  deleteVendorPromotion: promotions.delete(deleteVendorPromotion),
  batchVendorPromotionRules,
  batchVendorPromotionTargetRules,
  batchVendorPromotionBuyRules,
})
