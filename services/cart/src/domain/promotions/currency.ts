import type { CampaignRecord, PromotionRecord } from './promotion.ts'

/** A budget in money counts only amounts in its own currency. */
export const isOfOtherCurrency = (
  { budget }: Pick<CampaignRecord, 'budget'>,
  { application_method }: Pick<PromotionRecord, 'application_method'>,
) => budget?.type === 'spend' && budget.currency_code !== (application_method?.currency_code ?? null)
