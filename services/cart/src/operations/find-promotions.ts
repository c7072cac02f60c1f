import type { Deps } from '../deps.ts'
import type { KnownPromotions, PromotionRequest } from '../domain/promotions/promo-codes.ts'
import type { CartPromotion, PromotionRecord } from '../domain/promotions/promotion.ts'

type Stores = Pick<Deps, 'promotions' | 'campaigns'>

/**
 * The promotions with these codes, and the active ones of the marketplace and of these sellers that need no code, each with its
 * campaign; the oldest first.
 */
export async function findPromotions(wanted: PromotionRequest, stores: Stores, deadline: number): Promise<KnownPromotions> {
  const found = await stores.promotions.listForCart(wanted, deadline)
  return { ...wanted, found: await withCampaigns(found, stores, deadline) }
}

/** The promotions that are still there, each with its campaign. */
export async function findPromotionsById(ids: readonly string[], stores: Stores, deadline: number): Promise<CartPromotion[]> {
  return withCampaigns(await stores.promotions.list({ _id: { $in: [...ids] } }, deadline), stores, deadline)
}

/** The promotions with these codes, each with its campaign. */
export async function findPromotionsByCode(codes: readonly string[], stores: Stores, deadline: number): Promise<CartPromotion[]> {
  return withCampaigns(await stores.promotions.list({ code: { $in: [...codes] } }, deadline), stores, deadline)
}

async function withCampaigns(found: readonly PromotionRecord[], { campaigns }: Stores, deadline: number) {
  const byId = await campaigns.ofPromotions(found, deadline)
  return found.map((promotion): CartPromotion => ({ ...promotion, campaign: byId.get(promotion.campaign_id) ?? null }))
}
