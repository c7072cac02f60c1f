import { type AdminPromotion, type Campaign, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { CampaignRecord, PromotionRecord } from '../domain/promotions/promotion.ts'

/** How a request wants promotions and campaigns to be shown. */
export interface Shown {
  selection: Selection
  /** Epoch ms. */
  deadline: number
}

/** A campaign as it is shown in itself: without its promotions, and with the usages of its budget where `path` asks for them. */
export function shownCampaign(
  { uses: _uses, seller_id: _seller, budget, ...campaign }: CampaignRecord,
  selection: Selection,
  path = 'budget.usages',
): Campaign {
  if (!budget) return { ...campaign, budget }
  const { usages, ...plain } = budget
  return { ...campaign, budget: wants(selection, path) ? { ...plain, usages } : plain }
}

/** Campaigns as answers show them, with their promotions where `fields` asks for these. */
export async function shownCampaigns(
  campaigns: readonly CampaignRecord[],
  { selection, deadline }: Shown,
  { promotions }: Pick<Deps, 'promotions'>,
): Promise<Campaign[]> {
  const shown = campaigns.map((campaign) => shownCampaign(campaign, selection))
  if (!wants(selection, 'promotions')) return shown
  const members = await promotions.list({ campaign_id: { $in: shown.map(({ id }) => id) } }, deadline)
  return campaigns.map((campaign, at) => {
    const own = members.filter(({ campaign_id }) => campaign_id === campaign.id)
    return { ...shown[at]!, promotions: own.map((promotion) => shownMember(promotion, campaign, selection)) }
  })
}

const shownMember = (
  { uses: _uses, seller_id: _seller, ...promotion }: PromotionRecord,
  campaign: CampaignRecord,
  selection: Selection,
): AdminPromotion => ({ ...promotion, campaign: shownCampaign(campaign, selection, 'promotions.campaign.budget.usages') })

/** One campaign. Its `ETag` tells of its promotions where these are shown. */
export async function campaignAnswer(
  { record, revision }: FoundRecord<CampaignRecord>,
  shown: Shown,
  deps: Pick<Deps, 'promotions'>,
) {
  const [campaign] = await shownCampaigns([record], shown, deps)
  return new Answer({ campaign: campaign! }, { revision, others: wants(shown.selection, 'promotions') ? 'anywhere' : null })
}
