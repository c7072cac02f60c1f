import { invalidData, type PromotionChangeInput } from '@souk/contracts'
import { type FoundRecord, patch, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { assertChangeable, termsAfter } from '../domain/promotions/change-promotion.ts'
import { isOfOtherCurrency } from '../domain/promotions/currency.ts'
import type { ApplicationMethodRecord, PromotionRecord } from '../domain/promotions/promotion.ts'
import { NOT_ITS_OWN_CAMPAIGN } from '../domain/promotions/seller-promotion.ts'
import type { PromotionStore } from '../stores/promotions.ts'

type Request = Pick<RequestContext, 'command' | 'deadline'> & { params: { id: string }; body: PromotionChangeInput }

/**
 * @param seller_id the owner of the promotions and campaigns; null: an administrator, who may change any
 * @throws forbidden; not_found
 */
export async function changePromotion(
  { params, body, command, deadline }: Request,
  deps: Deps,
  seller_id: string | null,
): Promise<FoundRecord<PromotionRecord>> {
  const [promotions, campaigns] =
    seller_id === null
      ? [deps.promotions, deps.campaigns]
      : [deps.promotions.ofSeller(seller_id), deps.campaigns.ofSeller(seller_id)]
  const { application_method: change, ...fields } = body
  const { campaign_id, limit, is_automatic } = fields
  if (is_automatic) await assertRoom(params.id, deadline, promotions, deps)
  const [campaign, used] = await Promise.all([
    campaign_id ? campaigns.find(campaign_id, deadline) : undefined,
    typeof limit === 'number' ? deps.useCounts.find([params.id], deadline) : undefined,
  ])

  return promotions.update(params.id, command, (promotion, { now }) => {
    const method = promotion.application_method
    const application_method = change && method ? changedMethod(method, change, now) : method
    const next = patch<PromotionRecord>({ ...fields, application_method })(promotion)
    assertChangeable(promotion, next, { limit, used: used?.get(params.id) ?? 0 })
    const isIn = campaign_id === promotion.campaign_id // even if an administrator added it to that campaign
    if (campaign_id && !campaign && !(seller_id && isIn))
      throw invalidData(seller_id === null ? `Could not find campaign with id ${campaign_id}` : NOT_ITS_OWN_CAMPAIGN)
    if (campaign_id && campaign && isOfOtherCurrency(campaign.record, next))
      throw invalidData(`Currency code doesn't match for campaign (${campaign_id}) and promotion (${promotion.id})`)
    return next
  })
}

/** A seller's automatic promotions are limited, whoever makes one automatic; those of the marketplace are not. */
async function assertRoom(id: string, deadline: number, own: Pick<PromotionStore, 'find'>, { promotions }: Deps) {
  const seller_id = (await own.find(id, deadline))?.record.seller_id
  if (seller_id) await promotions.assertRoomForAutomatic({ seller_id, except: id, deadline })
}

type Change = Parameters<typeof termsAfter>[0]

function changedMethod(method: ApplicationMethodRecord, change: Change, now: string): ApplicationMethodRecord {
  const next = patch<ApplicationMethodRecord>(termsAfter(change))(method)
  return next === method ? method : { ...next, updated_at: now }
}
