import { invalidData, notFound, type PromotionInput } from '@souk/contracts'
import type { FoundRecord, RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { isOfOtherCurrency } from '../domain/promotions/currency.ts'
import { newCampaign } from '../domain/promotions/new-campaign.ts'
import { newPromotion } from '../domain/promotions/new-promotion.ts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'
import { NOT_ITS_OWN_CAMPAIGN } from '../domain/promotions/seller-promotion.ts'

type Request = Pick<RequestContext, 'command' | 'newIds' | 'deadline'> & { body: PromotionInput }

/**
 * Creates a promotion, after its campaign if the request describes one, so that no promotion is ever without its limits; if the
 * campaign's identifier is taken, nothing is created. If the promotion's own write fails, the campaign stays without promotions,
 * and a repeat of the request finds it and creates the promotion. A code that is taken is refused before that, but if several
 * requests compete for one code at the same time, the campaigns of the losers remain.
 * @param seller_id the owner; null: the marketplace
 */
export async function makePromotion(
  request: Request,
  deps: Deps,
  seller_id: string | null,
): Promise<FoundRecord<PromotionRecord>> {
  const { body, newIds, deadline } = request
  const promotion = { ...newPromotion(body, { newId: newIds(), now: new Date().toISOString() }), seller_id }
  if (seller_id !== null && promotion.is_automatic)
    await deps.promotions.assertRoomForAutomatic({ seller_id, except: newIds()('promo'), deadline })
  const campaign_id = body.campaign
    ? await describedCampaign(promotion, body.campaign, request, deps)
    : await namedCampaign(body.campaign_id ?? null, { ...request, seller_id }, deps)
  return deps.promotions.create({ ...promotion, campaign_id }, request)
}

type Promotion = Omit<PromotionRecord, 'id' | 'created_at' | 'updated_at' | 'deleted_at'>

async function describedCampaign(
  promotion: Promotion,
  input: NonNullable<PromotionInput['campaign']>,
  { command, newIds, deadline }: Request,
  { promotions, campaigns }: Deps,
): Promise<string> {
  const { seller_id } = promotion
  const campaign = { ...newCampaign(input, { newId: newIds(), now: new Date().toISOString() }), seller_id }
  if (isOfOtherCurrency(campaign, promotion)) throw invalidData('Currency between promotion and campaigns should match')
  const holder = await promotions.findByCode(promotion.code, deadline)
  if (holder && holder.record.id !== newIds()('promo')) throw promotions.codeTaken(promotion.code)
  // The campaign alone does not fulfill the request, whose fate stays open.
  const { record } = await campaigns.create(campaign, { newIds, command: { ...command, fate: { is: 'open' } } })
  return record.id
}

/** Its currency is not compared, since a percentage has none. */
async function namedCampaign(
  id: string | null,
  { seller_id, deadline }: { seller_id: string | null; deadline: number },
  { campaigns }: Deps,
) {
  if (id === null) return null
  const found = await (seller_id === null ? campaigns : campaigns.ofSeller(seller_id)).find(id, deadline)
  if (!found) throw seller_id === null ? notFound(`Could not find campaign with id - ${id}`) : invalidData(NOT_ITS_OWN_CAMPAIGN)
  return id
}
