import type { AdminPromotion, Campaign, CampaignBudget, CampaignBudgetUsage } from '@souk/contracts'

interface Owned {
  /** Absent or null: the marketplace. Never shown. */
  seller_id?: string | null
}

/**
 * A promotion as it is kept: its campaign, and how often it was used, are records of their own. A seller's is about its own goods
 * alone.
 */
export type PromotionRecord = Omit<AdminPromotion, 'campaign' | 'used'> & Owned

export type CampaignBudgetRecord = Omit<CampaignBudget, 'used' | 'usages'>

/** A campaign as it is kept: promotions name their campaign, and what was used of its budget is a record of its own. */
export type CampaignRecord = Omit<Campaign, 'promotions' | 'budget'> & Owned & { budget: CampaignBudgetRecord | null }

/** A promotion with the campaign that it is part of. */
export interface CampaignedPromotion extends PromotionRecord {
  campaign: CampaignRecord | null
}

/** A budget with what was used of it: by all, and by the buyer. */
export interface CountedBudget extends CampaignBudgetRecord {
  used: number
  usages: readonly Pick<CampaignBudgetUsage, 'attribute_value' | 'used'>[]
}

/** A promotion as carts look at it: with its campaign, and with what was used of both. */
export interface CartPromotion extends PromotionRecord {
  used: number
  campaign: (CampaignRecord & { budget: CountedBudget | null }) | null
}

/**
 * Whether the promotion may take anything off at that moment (ISO 8601, UTC): active, and within its campaign's dates. One whose
 * campaign was deleted may not, until it is taken out of it: nothing bounds it any more.
 */
export function isActive({ status, deleted_at, campaign_id, campaign }: CampaignedPromotion, now: string): boolean {
  if (status !== 'active' || deleted_at !== null) return false
  if (campaign_id === null) return true
  if (campaign === null) return false
  const { starts_at, ends_at } = campaign
  return (starts_at === null || starts_at <= now) && (ends_at === null || ends_at > now)
}
