import type { CampaignRecord, PromotionRecord } from './promotion.ts'

type Budgeted = Pick<CampaignRecord, 'budget'>

/** A budget in money counts only amounts in its own currency. */
export const countsIn = ({ budget }: Budgeted, currency_code: string | null): boolean =>
  budget?.type !== 'spend' || budget.currency_code === currency_code

/** Whether the promotion is not in the currency of the campaign's budget; one without a currency is in none. */
export const isOfOtherCurrency = (campaign: Budgeted, { application_method }: Pick<PromotionRecord, 'application_method'>) =>
  !countsIn(campaign, application_method?.currency_code ?? null)
