import { type AdminPromotion, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'
import { type Shown, shownCampaign, usagesWhereAsked } from './campaign-alone.ts'
import { promotionAlone } from './promotion-alone.ts'

type Stores = Pick<Deps, 'campaigns' | 'useCounts'>

/** Promotions with their campaigns, which are read in one query; a deleted campaign is shown as null. */
export async function shownPromotions(
  promotions: readonly PromotionRecord[],
  shown: Shown,
  deps: Stores,
): Promise<AdminPromotion[]> {
  const { selection, deadline } = shown
  const campaigned = wants(selection, 'campaign') ? promotions : []
  const [campaigns, used] = await Promise.all([
    deps.campaigns.ofPromotions(campaigned, deadline),
    deps.useCounts.find(
      [...promotions.map(({ id }) => id), ...campaigned.flatMap(({ campaign_id }) => campaign_id ?? [])],
      deadline,
    ),
  ])
  const usages = await usagesWhereAsked(campaigns.values(), 'campaign.budget.usages', shown, deps)
  return promotions.map((promotion) => {
    const campaign = campaigns.get(promotion.campaign_id)
    return promotionAlone(promotion, {
      used: used.get(promotion.id) ?? 0,
      campaign: campaign ? shownCampaign(campaign, { used, usages }) : null,
    })
  })
}

/** One promotion. Its `ETag` covers its campaign, and the usage counts of both. */
export async function promotionAnswer({ record, revision }: FoundRecord<PromotionRecord>, shown: Shown, deps: Stores) {
  const [promotion] = await shownPromotions([record], shown, deps)
  const { used, campaign } = promotion!
  return new Answer({ promotion: promotion! }, { revision, others: campaign || used > 0 ? { used, campaign } : null })
}
