import type { PromotionRule } from '@souk/contracts'
import type {
  ApplicationMethodRecord,
  CampaignBudgetRecord,
  CampaignRecord,
  CartPromotion,
  CountedBudget,
  PromotionRecord,
} from '../src/domain/promotions/promotion.ts'
import type { UseCount } from '../src/domain/promotions/use-count.ts'
import { AT } from './builders.ts'

const recorded = { created_at: AT, updated_at: AT, deleted_at: null }
let made = 0

export function aRule(attribute: string, operator: PromotionRule['operator'], values: readonly string[]): PromotionRule {
  const id = `prorul_${++made}`
  const valued = values.map((value, n) => ({ id: `prorulval_${made}_${n}`, value }))
  return { id, description: null, attribute, operator, values: valued, ...recorded }
}

/** An active promotion of 10 percent on each line, unless the parts say otherwise. */
export function aPromotion(
  { code = `CODE${String(++made).padStart(6, '0')}`, ...overrides }: Partial<PromotionRecord> = {},
  method: Partial<ApplicationMethodRecord> = {},
): PromotionRecord {
  const limits = { max_quantity: null, apply_to_quantity: null, buy_rules_min_quantity: null, target_rules: [], buy_rules: [] }
  return {
    id: `promo_${code}`,
    code,
    is_automatic: false,
    is_tax_inclusive: false,
    type: 'standard',
    status: 'active',
    limit: null,
    campaign_id: null,
    application_method: {
      id: `proappmet_${code}`,
      ...{ type: 'percentage', target_type: 'items', allocation: 'across', value: 10, currency_code: null },
      ...limits,
      ...recorded,
      ...method,
    },
    rules: [],
    metadata: null,
    ...recorded,
    ...overrides,
  }
}

/** A campaign that runs for ever, with a budget as the parts say; without parts with none. */
export function aCampaign(budget?: Partial<CampaignBudgetRecord>, overrides: Partial<CampaignRecord> = {}): CampaignRecord {
  const id = `procamp_${++made}`
  const currency_code = budget?.type === 'spend' ? 'eur' : null
  const plain = { type: 'usage', currency_code, limit: null, attribute: null } as const
  return {
    ...{ id, name: id, description: null, campaign_identifier: id, starts_at: null, ends_at: null },
    budget: budget ? { id: `probudg_${id}`, ...plain, ...recorded, ...budget } : null,
    ...recorded,
    ...overrides,
  }
}

/** The same as carts look at it: with what was used of its budget. */
export function aCountedCampaign(
  { used = 0, usages = [], ...budget }: Partial<CountedBudget> = {},
  overrides: Partial<CampaignRecord> = {},
): NonNullable<CartPromotion['campaign']> {
  const campaign = aCampaign(budget, overrides)
  return { ...campaign, budget: campaign.budget && { ...campaign.budget, used, usages } }
}

/** The count of what was used of the promotion, or of the campaign, with this id. */
export const aUseCount = (id: string, used: number, overrides: Partial<UseCount> = {}): UseCount => ({
  ...{ id, used, usage: null, marks: [], forgotten_until: null, created_at: AT, updated_at: AT },
  ...overrides,
})
