import { type AdminPromotion, groupBy, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { CampaignRecord, PromotionRecord } from '../domain/promotions/promotion.ts'
import { type Shown, sellerAmong, shownCampaign, usagesWhereAsked } from './campaign-alone.ts'
import { promotionAlone } from './promotion-alone.ts'

/** Fields that may hold thousands of values: read only if they are shown. */
const LARGE = ['rules', 'application_method'] as const

type PromotionsOf = (campaign: CampaignRecord) => AdminPromotion[]

/**
 * The promotions of campaigns as answers show them, oldest first: all that the caller may see, or of a single campaign the page
 * that `members` asks for.
 * @throws invalid_data if all of them would be too much for one answer
 */
export async function promotionsOfCampaigns(
  campaigns: readonly CampaignRecord[],
  shown: Shown,
  { promotions, useCounts }: Pick<Deps, 'promotions' | 'useCounts'>,
): Promise<PromotionsOf> {
  const { selection, deadline, actor, members: page } = shown
  const usages = await usagesWhereAsked(campaigns, 'promotions.campaign.budget.usages', shown, { useCounts })
  const ids = campaigns.map(({ id }) => id)

  async function show(found: readonly PromotionRecord[], until: number): Promise<AdminPromotion[]> {
    const used = await useCounts.find([...ids, ...found.map(({ id }) => id)], until)
    return found.map((promotion) => {
      const campaign = shownCampaign(campaigns.find(({ id }) => id === promotion.campaign_id)!, { used, usages })
      return promotionAlone(promotion, { used: used.get(promotion.id) ?? 0, campaign })
    })
  }

  const seller_id = sellerAmong(actor)
  if (page === 'none') return () => []
  if (page) {
    const store = seller_id === undefined ? promotions : promotions.ofSeller(seller_id)
    const { records } = await store.page(page, deadline, show, { campaign_id: { $in: ids } })
    return () => records
  }
  const without = LARGE.filter((name) => !wants(selection, `promotions.${name}`))
  const all = await show(await promotions.listOfCampaigns({ ids, seller_id, without }, deadline), deadline)
  const ofCampaign = groupBy(all, ({ campaign_id }) => campaign_id)
  return ({ id }) => ofCampaign.get(id) ?? []
}
