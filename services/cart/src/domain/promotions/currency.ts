import type { CampaignRecord, PromotionRecord } from './promotion.ts'

/** A budget of amounts counts those of its own currency. */
export const isOfOtherCurrency = (
  { budget }: Pick<CampaignRecord, 'budget'>,
  { application_method }: Pick<PromotionRecord, 'application_method'>,
) => budget?.type === 'spend' && budget.currency_code !== (application_method?.currency_code ?? null)
