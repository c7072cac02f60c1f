import type { CommissionRule, StoredCommissionRule } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import { feeValueOf } from '../domain/commission/commission-rate.ts'

/** A rule as answers show it, with its rate both as a part and among its own fields. */
export const shownCommissionRule = (rule: StoredCommissionRule): CommissionRule => ({
  ...rule,
  ...rule.rate,
  price_set_id: null,
  min_price_set_id: null,
  max_price_set_id: null,
  fee_value: feeValueOf(rule.rate),
})

export const commissionRuleAnswer = ({ record, revision }: FoundRecord<StoredCommissionRule>) =>
  new Answer({ commission_rule: shownCommissionRule(record) }, { revision })
