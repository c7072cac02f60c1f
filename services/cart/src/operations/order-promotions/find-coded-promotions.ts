import { findCodedPromotions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { isActive } from '../../domain/promotions/promotion.ts'
import { shownPromotion } from '../../domain/promotions/shown.ts'
import { findPromotionsByCode } from '../find-promotions.ts'

export const findCodedPromotions = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const now = new Date().toISOString()
  const found = await findPromotionsByCode(body.codes, deps, deadline)
  return { promotions: found.map((promotion) => ({ ...shownPromotion(promotion), is_active: isActive(promotion, now) })) }
})
