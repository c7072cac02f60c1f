import { invalidData, notFound } from '@souk/contracts'
import { isOfOtherCurrency } from './currency.ts'
import type { CampaignRecord, PromotionRecord } from './promotion.ts'

type Joined = Pick<CampaignRecord, 'id' | 'budget'>

/** The refusal of promotions, by their ids, that a campaign cannot have. */
export const notToBeAdded = (ids: readonly string[]) =>
  notFound(
    `Cannot add promotions (${ids.join(',')}) to campaign. These promotions are either already part of a campaign or not found.`,
  )

/** Whether the promotion is in another campaign; one that was deleted still counts. */
export const isElsewhere = ({ campaign_id }: PromotionRecord, { id }: Pick<Joined, 'id'>) =>
  campaign_id !== null && campaign_id !== id

/**
 * In the campaign from now on.
 * @throws not_found for a promotion that is in another one, invalid_data for one of another currency than what is to be spent
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

/** No more in the campaign; as it is where it is in another. */
export const leaving =
  (campaign_id: string) =>
  (promotion: PromotionRecord): PromotionRecord =>
    promotion.campaign_id === campaign_id ? { ...promotion, campaign_id: null } : promotion
