import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listPromotionRuleAttributes, listPromotionRules, listPromotionRuleValues, RULE_CONTEXT } from './promotion-rules.ts'

/** As for administrators, for promotions of items. The type may also be written with an underscore. */
export const listVendorPromotionRuleAttributes = {
  ...listPromotionRuleAttributes,
  name: 'list-vendor-promotion-rule-attributes',
  path: '/vendor/promotions/rule-attribute-options/:rule_type',
  summary: "List the attributes available to rules of the seller's promotions",
} as const
/**
 * The values are records of other services as the seller sees them: products and customer groups are its own, and currencies
 * those of the store, in its order.
 */
export const listVendorPromotionRuleValues = {
  ...listPromotionRuleValues,
  name: 'list-vendor-promotion-rule-values',
  path: '/vendor/promotions/rule-value-options/:rule_type/:rule_attribute_id',
  summary: "List the values available to a rule attribute of the seller's promotions",
  query: listPromotionRuleValues.query.extend(RULE_CONTEXT),
} as const
/** Of the seller's own promotions. */
export const listVendorPromotionRules = {
  ...listPromotionRules,
  name: 'list-vendor-promotion-rules',
  path: '/vendor/promotions/:id/:rule_type',
  summary: "List the rules of a seller's promotion with labels",
  params: listPromotionRules.params.extend({
    id: IdInput.meta({ description: 'ID of the promotion', example: demonstrationId('promo', 5) }),
  }),
} as const

export const vendorPromotionRuleOptionOperations = {
  listVendorPromotionRuleAttributes,
  listVendorPromotionRuleValues,
  listVendorPromotionRules,
}
