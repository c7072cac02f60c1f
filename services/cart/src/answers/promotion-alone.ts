import type { AdminPromotion, Campaign } from '@souk/contracts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'

/** A promotion with how often it was used, and its campaign as it is to be shown. */
export const promotionAlone = (
  { seller_id: _, application_method: method, ...promotion }: PromotionRecord,
  counted: { used: number; campaign: Campaign | null },
): AdminPromotion => ({
  ...promotion,
  application_method: method && { ...method, promotion_id: promotion.id },
  ...counted,
})
