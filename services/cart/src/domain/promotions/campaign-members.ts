import { invalidData, notFound } from '@souk/contracts'
import { isOfOtherCurrency } from './currency.ts'
import type { CampaignRecord, PromotionRecord } from './promotion.ts'

type Joined = Pick<CampaignRecord, 'id' | 'budget'>

/** The refusal of promotions, by their ids, that cannot be added to a campaign. */
export const notToBeAdded = (ids: readonly string[]) =>
  notFound(
    `Cannot add promotions (${ids.join(',')}) to campaign. These promotions are either already part of a campaign or not found.`,
  )

/** Whether the promotion is in another campaign, even in a deleted one. */
export const isElsewhere = ({ campaign_id }: PromotionRecord, { id }: Pick<Joined, 'id'>) =>
  campaign_id !== null && campaign_id !== id

/**
 * Adds the promotion to the campaign.
 * @throws not_found for a promotion in another campaign, invalid_data if its currency differs from that of the campaign's budget
 */
export const joining =
  (campaign: Joined) =>
  (promotion: PromotionRecord): PromotionRecord => {
    if (promotion.campaign_id === campaign.id) return promotion
    if (isElsewhere(promotion, campaign)) throw notToBeAdded([promotion.id])
    if (isOfOtherCurrency(campaign, promotion))
      throw invalidData("Cannot add promotions to campaign where currency_code don't match.")
    return { ...promotion, campaign_id: campaign.id }
  }

/** Removes the promotion from the campaign; unchanged if it is in another one. */
export const leaving =
  (campaign_id: string) =>
  (promotion: PromotionRecord): PromotionRecord =>
    promotion.campaign_id === campaign_id ? { ...promotion, campaign_id: null } : promotion
