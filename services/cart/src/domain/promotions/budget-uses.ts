import { type CampaignBudgetUsage, notAllowed } from '@souk/contracts'
import { exactSum } from '@souk/totals'
import type { CampaignBudgetRecord, CampaignRecord } from './promotion.ts'
import { givenUpIn, isCounted, withUse } from './promotion-uses.ts'

/** One order's part of a campaign's budget. */
export interface BudgetUse {
  key: string
  /** ISO 8601. */
  at: string
  /** The sum that the campaign's promotions take off the order, as exact decimal text. */
  amount: string
  customer_id: string | null
  customer_email: string | null
}

type NewId = (prefix: string) => string

/**
 * The campaign with its budget used by one order more; the very same one where that order is counted already, or there is nothing
 * to count: it has none, or one by the amount that each customer spends, which the peers keep and never count.
 * @throws not_allowed when that is more than the budget has left; conflict when that checkout was given up
 */
export function spent(campaign: CampaignRecord, use: BudgetUse, newId: NewId): CampaignRecord {
  const { budget } = campaign
  if (!budget || budget.type === 'spend_by_attribute' || isCounted(campaign, use)) return campaign
  const usages = budget.type === 'use_by_attribute' ? countedUsages(budget, use, 1, newId) : budget.usages
  const next = { ...budget, used: changed(budget.used, costOf(budget, use), 1), usages, updated_at: use.at }
  if (budget.limit && budget.type !== 'use_by_attribute' && next.used > budget.limit) throw exceeded()
  return { ...campaign, budget: next, uses: withUse(campaign, use, false) }
}

/** The campaign as if the order had never used it, also if its count comes later; the very same one where that is so. */
export function unspent(campaign: CampaignRecord, use: BudgetUse, newId: NewId): CampaignRecord {
  const { before, uses } = givenUpIn(campaign, use)
  const { budget } = campaign
  if (before?.is_given_up || !budget) return campaign
  if (!before) return { ...campaign, uses }
  const usages = budget.type === 'use_by_attribute' ? countedUsages(budget, use, -1, newId) : budget.usages
  const used = Math.max(0, changed(budget.used, costOf(budget, before), -1))
  return { ...campaign, budget: { ...budget, used, usages, updated_at: use.at }, uses }
}

const costOf = ({ type }: CampaignBudgetRecord, { amount }: Pick<BudgetUse, 'amount'>) => (type === 'spend' ? amount : '1')
const changed = (used: number, cost: string, sign: 1 | -1) => Number(exactSum([used, sign > 0 ? cost : `-${cost}`]))
const exceeded = () => notAllowed('Promotion usage exceeds the budget limit.')

/** Orders without that attribute are not counted by it. */
function countedUsages(budget: CampaignBudgetRecord, use: BudgetUse, by: 1 | -1, newId: NewId): CampaignBudgetUsage[] {
  const attribute_value = attributeValueOf(budget, use)
  if (!attribute_value) return [...budget.usages]
  const present = budget.usages.find((usage) => usage.attribute_value === attribute_value)
  const used = (present?.used ?? 0) + by
  if (by > 0 && budget.limit && used > budget.limit) throw exceeded()
  const others = budget.usages.filter((usage) => usage !== present)
  if (used <= 0) return others
  const { at } = use
  const made = present ?? { id: newId('probudgus'), attribute_value, created_at: at, deleted_at: null }
  return [...others, { ...made, used, updated_at: at }]
}

/** The value of the attribute that a budget counts by; null where there is none. */
export function attributeValueOf(
  { attribute }: Pick<CampaignBudgetRecord, 'attribute'>,
  { customer_id, customer_email }: Pick<BudgetUse, 'customer_id' | 'customer_email'>,
): string | null {
  if (attribute === 'customer_id') return customer_id
  return attribute === 'customer_email' ? customer_email : null
}
