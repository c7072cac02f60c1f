import { type CampaignChangeInput, type DecisionContext, invalidData } from '@souk/contracts'
import type { CampaignRecord } from './promotion.ts'

/** The campaign with another limit; the same campaign if the limit is unchanged. @throws invalid_data if it has no budget */
export function limited(
  campaign: CampaignRecord,
  change: CampaignChangeInput['budget'],
  { now }: Pick<DecisionContext, 'now'>,
): CampaignRecord {
  if (!change) return campaign
  const { budget } = campaign
  if (!budget) throw invalidData('Campaign Budget type is a required field')
  const { limit = budget.limit } = change
  return limit === budget.limit ? campaign : { ...campaign, budget: { ...budget, limit, updated_at: now } }
}
