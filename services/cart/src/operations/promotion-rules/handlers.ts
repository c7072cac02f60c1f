import { promotionRuleOptionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listPromotionRuleAttributes } from './list-promotion-rule-attributes.ts'
import { listPromotionRuleValues } from './list-promotion-rule-values.ts'
import { listPromotionRules } from './list-promotion-rules.ts'

export const promotionRuleOptionHandlers = implementAll(promotionRuleOptionOperations, {
  listPromotionRuleAttributes,
  listPromotionRuleValues,
  listPromotionRules,
})
