import {
  type AdminPromotion,
  type Campaign,
  type CampaignBudgetUsage,
  type ListQuery,
  PROMOTION_SEARCH,
  type Selection,
  wants,
} from '@souk/contracts'
import { Answer, type FoundRecord, pageOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { CampaignRecord, PromotionRecord } from '../domain/promotions/promotion.ts'

/** How promotions and campaigns are to be shown. */
export interface Shown {
  selection: Selection
  /** Epoch ms. */
  deadline: number
  /** The page of a campaign's promotions that is to be shown; default: all of them. */
  members?: ListQuery | undefined
}

/** How much promotions and campaigns were used, by their ids; for campaigns also by each buyer, if requested. */
export interface Used {
  used: ReadonlyMap<string, number>
  usages?: ReadonlyMap<string, CampaignBudgetUsage[]> | undefined
}

/** A campaign without its promotions, and with the usages of its budget if they are given. */
export function shownCampaign({ seller_id: _, budget, ...campaign }: CampaignRecord, { used, usages }: Used): Campaign {
  if (!budget) return { ...campaign, budget }
  const { id } = campaign
  return { ...campaign, budget: { ...budget, used: used.get(id) ?? 0, ...(usages && { usages: usages.get(id) ?? [] }) } }
}

/** The usages of these campaigns; undefined unless `path` is requested. */
export async function usagesWhereAsked(
  campaigns: Iterable<CampaignRecord>,
  path: string,
  { selection, deadline }: Shown,
  { useCounts }: Pick<Deps, 'useCounts'>,
): Promise<Used['usages']> {
  if (!wants(selection, path)) return undefined
  const counting = [...campaigns].filter(({ budget }) => budget?.type === 'use_by_attribute')
  return new Map(await Promise.all(counting.map(async ({ id }) => [id, await useCounts.listUsages(id, deadline)] as const)))
}

type Stores = Pick<Deps, 'promotions' | 'useCounts'>

/** Campaigns as answers show them, with their promotions if `fields` asks for them. */
export async function shownCampaigns(campaigns: readonly CampaignRecord[], shown: Shown, deps: Stores): Promise<Campaign[]> {
  const { selection, deadline, members: page } = shown
  const ids = campaigns.map(({ id }) => id)
  const isWithMembers = wants(selection, 'promotions')
  const all = isWithMembers ? await deps.promotions.list({ campaign_id: { $in: ids } }, deadline) : []
  const members = page ? pageOf(all, page, PROMOTION_SEARCH).records : all
  const [used, usages, ofMembers] = await Promise.all([
    deps.useCounts.find([...ids, ...members.map(({ id }) => id)], deadline),
    usagesWhereAsked(campaigns, 'budget.usages', shown, deps),
    usagesWhereAsked(members.length > 0 ? campaigns : [], 'promotions.campaign.budget.usages', shown, deps),
  ])
  return campaigns.map((campaign) => {
    const alone = shownCampaign(campaign, { used, usages })
    if (!isWithMembers) return alone
    const own = members.filter(({ campaign_id }) => campaign_id === campaign.id)
    return { ...alone, promotions: own.map((promotion) => shownMember(promotion, campaign, { used, usages: ofMembers })) }
  })
}

const shownMember = (
  { seller_id: _, ...promotion }: PromotionRecord,
  campaign: CampaignRecord,
  { used, usages }: Used,
): AdminPromotion => ({
  ...promotion,
  used: used.get(promotion.id) ?? 0,
  campaign: shownCampaign(campaign, { used, usages }),
})

/** One campaign. Its `ETag` covers its usage counts, and its promotions if they are shown. */
export async function campaignAnswer({ record, revision }: FoundRecord<CampaignRecord>, shown: Shown, deps: Stores) {
  const [campaign] = await shownCampaigns([record], shown, deps)
  const { budget } = campaign!
  const counted = budget && budget.used > 0 ? budget : null
  return new Answer({ campaign: campaign! }, { revision, others: wants(shown.selection, 'promotions') ? 'anywhere' : counted })
}
