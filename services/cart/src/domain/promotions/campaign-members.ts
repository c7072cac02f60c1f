import { notFound } from '@souk/contracts'
import type { CampaignRecord, PromotionRecord } from './promotion.ts'

type Joined = Pick<CampaignRecord, 'id'>

/** The refusal of promotions, by their ids, that cannot be added to a campaign. */
export const notToBeAdded = (ids: readonly string[]) =>
  notFound(
    `Cannot add promotions (${ids.join(',')}) to campaign. These promotions are either already part of a campaign or not found.`,
  )

/** Whether the promotion is in another campaign, even in a deleted one. */
export const isElsewhere = ({ campaign_id }: PromotionRecord, { id }: Joined) => campaign_id !== null && campaign_id !== id

/**
 * Adds the promotion to the campaign. As at the peers, its currency may differ from that of the campaign's budget; unlike there,
 * it takes nothing off then.
 * @throws not_found for a promotion in another campaign
 */
export const joining =
  (campaign: Joined) =>
  (promotion: PromotionRecord): PromotionRecord => {
    if (promotion.campaign_id === campaign.id) return promotion
    if (isElsewhere(promotion, campaign)) throw notToBeAdded([promotion.id])
    return { ...promotion, campaign_id: campaign.id }
  }

/** Removes the promotion from the campaign; unchanged if it is in another one. */
export const leaving =
  (campaign_id: string) =>
  (promotion: PromotionRecord): PromotionRecord =>
    promotion.campaign_id === campaign_id ? { ...promotion, campaign_id: null } : promotion
