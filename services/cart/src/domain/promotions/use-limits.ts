import { countIdOf, type OrderUse } from './order-use.ts'
import type { CampaignRecord, PromotionRecord } from './promotion.ts'

/** The maximum of each count; null: unlimited. A count without an entry is not counted. */
export type UseLimits = ReadonlyMap<string, number | null>

/** The present limits by the ids of the counts. A budget's limit of 0 means none. */
export function limitsOf(
  uses: readonly OrderUse[],
  promotions: ReadonlyMap<string, Pick<PromotionRecord, 'limit'>>,
  campaigns: ReadonlyMap<string, Pick<CampaignRecord, 'budget'>>,
): UseLimits {
  const limitOf = ({ promotion_id, campaign_id, attribute_value }: OrderUse): number | null | undefined => {
    if (promotion_id !== null) return promotions.get(promotion_id)?.limit
    const budget = campaigns.get(campaign_id!)?.budget
    if (!budget) return undefined
    return budget.type === 'use_by_attribute' && attribute_value === null ? null : budget.limit || null
  }
  return new Map(
    uses.flatMap((use) => {
      const limit = limitOf(use)
      return limit === undefined ? [] : [[countIdOf(use), limit] as const]
    }),
  )
}
