import type { Deps } from '../deps.ts'
import { usageCountId } from '../domain/promotions/order-use.ts'
import type { KnownPromotions, PromotionRequest } from '../domain/promotions/promo-codes.ts'
import type { CampaignedPromotion, CampaignRecord, CartPromotion, PromotionRecord } from '../domain/promotions/promotion.ts'

type Stores = Pick<Deps, 'promotions' | 'campaigns'>

/**
 * The promotions with these ids or codes, and the active automatic ones of the marketplace and of these sellers, each with its
 * campaign and with the usage of both; oldest first. One query suffices if none has a limit or a campaign.
 */
export async function findPromotions(
  wanted: PromotionRequest,
  stores: Stores & Pick<Deps, 'useCounts'>,
  deadline: number,
): Promise<KnownPromotions> {
  const promotions = await stores.promotions.listForCart(wanted, deadline)
  const campaign_ids = [...new Set(promotions.flatMap(({ campaign_id }) => campaign_id ?? []))]
  const limited = promotions.flatMap(({ id, limit }) => (limit === null ? [] : id))
  const usages = campaign_ids.flatMap((id) => wanted.buyer.map((value) => usageCountId(id, value)))
  const [campaigns, used] = await Promise.all([
    stores.campaigns.ofPromotions(promotions, deadline),
    stores.useCounts.find([...limited, ...campaign_ids, ...usages], deadline),
  ])
  const found = promotions.map((promotion): CartPromotion => {
    const campaign = campaigns.get(promotion.campaign_id)
    const counted = campaign ? countedCampaign(campaign, used, wanted.buyer) : null
    return { ...promotion, used: used.get(promotion.id) ?? 0, campaign: counted }
  })
  return { ...wanted, found }
}

function countedCampaign(
  campaign: CampaignRecord,
  used: ReadonlyMap<string, number>,
  buyer: readonly string[],
): NonNullable<CartPromotion['campaign']> {
  const { id, budget } = campaign
  if (!budget) return { ...campaign, budget }
  const usages = buyer.map((attribute_value) => {
    return { attribute_value, used: used.get(usageCountId(id, attribute_value)) ?? 0 }
  })
  return { ...campaign, budget: { ...budget, used: used.get(id) ?? 0, usages } }
}

/** Those of the promotions that still exist, each with its campaign. */
export async function findPromotionsById(
  ids: readonly string[],
  stores: Stores,
  deadline: number,
): Promise<CampaignedPromotion[]> {
  return withCampaigns(await stores.promotions.list({ _id: { $in: [...ids] } }, deadline), stores, deadline)
}

/** The promotions with these codes, each with its campaign. */
export async function findPromotionsByCode(
  codes: readonly string[],
  stores: Stores,
  deadline: number,
): Promise<CampaignedPromotion[]> {
  return withCampaigns(await stores.promotions.list({ code: { $in: [...codes] } }, deadline), stores, deadline)
}

async function withCampaigns(found: readonly PromotionRecord[], { campaigns }: Stores, deadline: number) {
  const byId = await campaigns.ofPromotions(found, deadline)
  return found.map((promotion): CampaignedPromotion => ({ ...promotion, campaign: byId.get(promotion.campaign_id) ?? null }))
}
