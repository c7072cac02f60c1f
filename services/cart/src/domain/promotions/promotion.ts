import type { AdminPromotion, Campaign, CampaignBudget, CampaignBudgetUsage } from '@souk/contracts'

interface Owned {
  /** Absent or null: the marketplace. Never shown. */
  seller_id?: string | null
}

/** A promotion as it is kept: its campaign is a record of its own. A seller's is about its own goods alone. */
export type PromotionRecord = Omit<AdminPromotion, 'campaign'> & Owned & { uses?: readonly Use[] }

export type CampaignBudgetRecord = Omit<CampaignBudget, 'usages'> & { usages: readonly CampaignBudgetUsage[] }

/** A campaign as it is kept: promotions name their campaign. */
export type CampaignRecord = Omit<Campaign, 'promotions' | 'budget'> &
  Owned & {
    budget: CampaignBudgetRecord | null
    uses?: readonly Use[]
  }

/**
 * That a cart on its way to become an order was counted, so that a repeat is not counted again, or that it was given up, so that
 * a count that comes late is refused. Kept for an hour; never shown.
 */
export interface Use {
  /** The cart's id and its attempt to become an order. */
  key: string
  /** ISO 8601. */
  at: string
  /** The part of a budget that it took, as exact decimal text; of a promotion's limit always 1. */
  amount: string
  is_given_up: boolean
}

/** A promotion with the campaign that it is part of, as carts look at it. */
export interface CartPromotion extends PromotionRecord {
  campaign: CampaignRecord | null
}

/** Whether the promotion may take anything off at that moment (ISO 8601, UTC): active, and within its campaign's dates. */
export function isActive({ status, deleted_at, campaign_id, campaign }: CartPromotion, now: string): boolean {
  if (status !== 'active' || deleted_at !== null) return false
  if (campaign_id === null || campaign === null) return true
  const { starts_at, ends_at } = campaign
  return (starts_at === null || starts_at <= now) && (ends_at === null || ends_at > now)
}
