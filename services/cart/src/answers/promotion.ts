import { type AdminPromotion, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'
import { shownCampaign } from './campaign.ts'

interface Shown {
  selection: Selection
  /** Epoch ms. */
  deadline: number
}

/** Promotions with their campaigns, all of them read at once; a deleted one is shown as null. */
export async function shownPromotions(
  promotions: readonly PromotionRecord[],
  { selection, deadline }: Shown,
  { campaigns }: Pick<Deps, 'campaigns'>,
): Promise<AdminPromotion[]> {
  const ids = wants(selection, 'campaign') ? [...new Set(promotions.flatMap(({ campaign_id }) => campaign_id ?? []))] : []
  const found = ids.length === 0 ? [] : await campaigns.list({ _id: { $in: ids } }, deadline)
  const byId = new Map(found.map((campaign) => [campaign.id, shownCampaign(campaign, selection, 'campaign.budget.usages')]))
  return promotions.map(({ uses: _, ...promotion }) => ({
    ...promotion,
    campaign: byId.get(promotion.campaign_id ?? '') ?? null,
  }))
}

export async function promotionAnswer({ record, revision }: FoundRecord<PromotionRecord>, shown: Shown, deps: Deps) {
  const [promotion] = await shownPromotions([record], shown, deps)
  return new Answer({ promotion: promotion! }, { revision, others: promotion!.campaign as object | null })
}
