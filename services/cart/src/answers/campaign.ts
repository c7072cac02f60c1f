import { type Campaign, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { CampaignRecord } from '../domain/promotions/promotion.ts'
import { type Shown, shownCampaign, usagesWhereAsked } from './campaign-alone.ts'
import { promotionsOfCampaigns } from './campaign-promotions.ts'

type Stores = Pick<Deps, 'promotions' | 'useCounts'>

/** Campaigns as answers show them, with their promotions if `fields` asks for them. */
export async function shownCampaigns(campaigns: readonly CampaignRecord[], shown: Shown, deps: Stores): Promise<Campaign[]> {
  const { selection, deadline } = shown
  const ids = campaigns.map(({ id }) => id)
  const [used, usages, promotionsOf] = await Promise.all([
    deps.useCounts.find(ids, deadline),
    usagesWhereAsked(campaigns, 'budget.usages', shown, deps),
    wants(selection, 'promotions') ? promotionsOfCampaigns(campaigns, shown, deps) : undefined,
  ])
  return campaigns.map((campaign) => ({
    ...shownCampaign(campaign, { used, usages }),
    ...(promotionsOf && { promotions: promotionsOf(campaign) }),
  }))
}

/** One campaign. Its `ETag` covers its usage counts, and its promotions if they are shown. */
export async function campaignAnswer({ record, revision }: FoundRecord<CampaignRecord>, shown: Shown, deps: Stores) {
  const [campaign] = await shownCampaigns([record], shown, deps)
  const { budget } = campaign!
  const counted = budget && budget.used > 0 ? budget : null
  const showsPromotions = wants(shown.selection, 'promotions') && shown.members !== 'none'
  return new Answer({ campaign: campaign! }, { revision, others: showsPromotions ? 'anywhere' : counted })
}
