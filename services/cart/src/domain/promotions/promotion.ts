import type { AdminApplicationMethod, AdminPromotion, Campaign, CampaignBudget, CampaignBudgetUsage } from '@souk/contracts'

interface Owned {
  /** Absent or null: the marketplace. Never shown. */
  seller_id?: string | null
}

/** The discount of a promotion, as stored in it. */
export type ApplicationMethodRecord = Omit<AdminApplicationMethod, 'promotion_id'>

/**
 * A promotion as stored: its campaign and its usage count are separate records. A seller's promotion applies only to the seller's
 * own goods.
 */
export type PromotionRecord = Omit<AdminPromotion, 'campaign' | 'used' | 'application_method'> &
  Owned & { application_method: ApplicationMethodRecord | null }

export type CampaignBudgetRecord = Omit<CampaignBudget, 'campaign_id' | 'used' | 'usages'>

/** A campaign as stored: promotions hold the id of their campaign, and the usage of its budget is a separate record. */
export type CampaignRecord = Omit<Campaign, 'promotions' | 'budget'> & Owned & { budget: CampaignBudgetRecord | null }

/** A promotion with its campaign. */
export interface CampaignedPromotion extends PromotionRecord {
  campaign: CampaignRecord | null
}

/** A budget with its usage: in total, and by the buyer. */
export interface CountedBudget extends CampaignBudgetRecord {
  used: number
  usages: readonly Pick<CampaignBudgetUsage, 'attribute_value' | 'used'>[]
}

/** A promotion as carts evaluate it: with its campaign, and the usage of both. */
export interface CartPromotion extends PromotionRecord {
  used: number
  campaign: (CampaignRecord & { budget: CountedBudget | null }) | null
}

/**
 * Whether the promotion may take anything off at that moment (ISO 8601, UTC): it is active, and within its campaign's dates. If
 * its campaign was deleted, it may not until it is removed from the campaign, since nothing limits it any more.
 */
export function isActive({ status, deleted_at, campaign_id, campaign }: CampaignedPromotion, now: string): boolean {
  if (status !== 'active' || deleted_at !== null) return false
  if (campaign_id === null) return true
  if (campaign === null) return false
  const { starts_at, ends_at } = campaign
  return (starts_at === null || starts_at <= now) && (ends_at === null || ends_at > now)
}
