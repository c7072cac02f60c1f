import { type AdminPromotion, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'
import { type Shown, shownCampaign } from './campaign.ts'

/** Promotions with their campaigns, all of them read at once; a deleted one is shown as null. */
export async function shownPromotions(
  promotions: readonly PromotionRecord[],
  { selection, deadline }: Shown,
  { campaigns }: Pick<Deps, 'campaigns'>,
): Promise<AdminPromotion[]> {
  const found = await campaigns.ofPromotions(wants(selection, 'campaign') ? promotions : [], deadline)
  const shown = new Map([...found].map(([id, one]) => [id, shownCampaign(one, selection, 'campaign.budget.usages')]))
  return promotions.map(({ uses: _uses, seller_id: _seller, ...promotion }) => ({
    ...promotion,
    campaign: shown.get(promotion.campaign_id) ?? null,
  }))
}

export async function promotionAnswer({ record, revision }: FoundRecord<PromotionRecord>, shown: Shown, deps: Deps) {
  const [promotion] = await shownPromotions([record], shown, deps)
  return new Answer({ promotion: promotion! }, { revision, others: promotion!.campaign as object | null })
}
