import type { CampaignRecord, PromotionRecord } from './promotion.ts'

type Budgeted = Pick<CampaignRecord, 'budget'>

/** Whether both codes mean the same currency, regardless of case: promotions and budgets keep theirs as it was given. */
export const isSameCurrency = (one: string | null, other: string | null): boolean => one?.toLowerCase() === other?.toLowerCase()

/** A budget in money counts only amounts in its own currency. */
export const countsIn = ({ budget }: Budgeted, currency_code: string | null): boolean =>
  budget?.type !== 'spend' || isSameCurrency(budget.currency_code, currency_code)

/** Whether the promotion is not in the currency of the campaign's budget; one without a currency is in none. */
export const isOfOtherCurrency = (campaign: Budgeted, { application_method }: Pick<PromotionRecord, 'application_method'>) =>
  !countsIn(campaign, application_method?.currency_code ?? null)
