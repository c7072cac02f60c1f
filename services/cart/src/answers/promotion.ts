import { type AdminPromotion, type Campaign, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { CampaignRecord, PromotionRecord } from '../domain/promotions/promotion.ts'

interface Shown {
  selection: Selection
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
  const byId = new Map(found.map((campaign) => [campaign.id, shownCampaign(campaign, selection)]))
  return promotions.map(({ uses: _, ...promotion }) => ({
    ...promotion,
    campaign: byId.get(promotion.campaign_id ?? '') ?? null,
  }))
}

function shownCampaign({ uses: _, budget, ...campaign }: CampaignRecord, selection: Selection): Campaign {
  if (budget === null || wants(selection, 'campaign.budget.usages')) return { ...campaign, budget }
  const { usages: __, ...counted } = budget
  return { ...campaign, budget: counted }
}

export async function promotionAnswer({ record, revision }: FoundRecord<PromotionRecord>, shown: Shown, deps: Deps) {
  const [promotion] = await shownPromotions([record], shown, deps)
  return new Answer({ promotion: promotion! }, { revision, others: promotion!.campaign as object | null })
}
