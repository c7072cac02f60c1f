import type { CampaignInput, DecisionContext } from '@souk/contracts'
import type { CampaignBudgetRecord, CampaignRecord } from './promotion.ts'

type NewCampaign = Omit<CampaignRecord, 'id' | 'created_at' | 'updated_at' | 'deleted_at'>

/** A campaign with an unused budget. */
export const newCampaign = (input: CampaignInput, context: DecisionContext): NewCampaign => ({
  name: input.name,
  campaign_identifier: input.campaign_identifier,
  description: input.description ?? null,
  starts_at: input.starts_at ?? null,
  ends_at: input.ends_at ?? null,
  budget: input.budget ? newBudget(input.budget, context) : null,
})

const newBudget = (
  { type, limit = null, currency_code = null, attribute = null }: NonNullable<CampaignInput['budget']>,
  { newId, now }: DecisionContext,
): CampaignBudgetRecord => ({
  id: newId('probudg'),
  type,
  limit,
  currency_code,
  attribute,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})
