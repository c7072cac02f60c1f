import { vendorPromotionRuleOptionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listVendorPromotionRuleAttributes } from './list-vendor-promotion-rule-attributes.ts'
import { listVendorPromotionRuleValues } from './list-vendor-promotion-rule-values.ts'
import { listVendorPromotionRules } from './list-vendor-promotion-rules.ts'

export const vendorPromotionRuleOptionHandlers = implementAll(vendorPromotionRuleOptionOperations, {
  listVendorPromotionRuleAttributes,
  listVendorPromotionRuleValues,
  listVendorPromotionRules,
})
