import type { CampaignChangeInput } from '@souk/contracts'
import { type FoundRecord, patch, type RequestContext } from '@souk/runtime'
import { limited } from '../domain/promotions/change-campaign.ts'
import type { CampaignRecord } from '../domain/promotions/promotion.ts'
import type { CampaignStore } from '../stores/campaigns.ts'

type Request = Pick<RequestContext, 'command'> & { params: { id: string }; body: CampaignChangeInput }

/** @throws the store's refusals; invalid_data */
export function changeCampaign(
  { params, body, command }: Request,
  campaigns: Pick<CampaignStore, 'update'>,
): Promise<FoundRecord<CampaignRecord>> {
  const { budget, ...fields } = body
  const change = patch<CampaignRecord>(fields)
  return campaigns.update(params.id, command, (campaign, context) => limited(change(campaign), budget, context))
}
