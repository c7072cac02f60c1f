import { invalidData, type PromotionRuleAttribute, type PromotionRuleOperator } from '@souk/contracts'

const RULE_TYPES = ['rules', 'target-rules', 'buy-rules'] as const
/** Rules of the promotion itself, or of its application method. */
export type RuleType = (typeof RULE_TYPES)[number]

/** The kind of promotion, which determines its attributes; unknown texts are ignored. */
export interface RuleContext {
  promotion_type?: string | undefined
  application_method_type?: string | undefined
  application_method_target_type?: string | undefined
}

const OPERATORS = new Map<string, string>([
  ['in', 'In'],
  ['eq', 'Equals'],
  ['ne', 'Not In'],
])
/** A readable label; the operator itself if it has none. */
export const operatorLabel = (operator: string) => OPERATORS.get(operator) ?? operator

const operatorOf = (id: PromotionRuleOperator) => ({ id, value: id, label: operatorLabel(id) })
const EQUALS = [operatorOf('eq')]
const ALL = [operatorOf('in'), operatorOf('eq'), operatorOf('ne')]

const choice = (id: string, value: string, label: string): PromotionRuleAttribute => {
  return { id, value, label, required: false, field_type: 'multiselect', operators: ALL }
}
const disguised = (id: string, label: string, field_type: 'select' | 'number'): PromotionRuleAttribute => {
  return { id, value: id, label, required: true, field_type, disguised: true, operators: EQUALS }
}

const OF_CARTS = [
  choice('customer_group', 'customer.groups.id', 'Customer Group'),
  choice('region', 'region.id', 'Region'),
  choice('country', 'shipping_address.country_code', 'Country'),
  choice('sales_channel', 'sales_channel_id', 'Sales Channel'),
]
const OF_ITEMS = [
  choice('product', 'items.product.id', 'Product'),
  choice('product_category', 'items.product.categories.id', 'Product Category'),
  choice('product_collection', 'items.product.collection_id', 'Product Collection'),
  choice('product_type', 'items.product.type_id', 'Product Type'),
  choice('product_tag', 'items.product.tags.id', 'Product Tag'),
]
const OF_SHIPPING = [
  choice('shipping_option_type', 'shipping_methods.shipping_option.shipping_option_type_id', 'Shipping Option Type'),
]
const CURRENCY: PromotionRuleAttribute = { ...disguised('currency_code', 'Currency Code', 'select'), hydrate: true }
const BOUGHT = disguised('buy_rules_min_quantity', 'Minimum quantity of items', 'number')
const DISCOUNTED = disguised('apply_to_quantity', 'Quantity of items promotion will apply to', 'number')

/** @throws invalid_data */
export function assertRuleType(text: string): asserts text is RuleType {
  if (!RULE_TYPES.includes(text as RuleType)) throw invalidData(`Invalid param rule_type (${text})`)
}

/** The type that a seller names, with hyphens or, as in Mercur's inputs, underscores. @throws invalid_data */
export function sellersRuleType(text: string): RuleType {
  const type = text.replaceAll('_', '-')
  if (!RULE_TYPES.some((known) => known === type)) throw invalidData(`Invalid param rule_type (${text})`)
  return type as RuleType
}

/** The attributes that rules of this type may have, in display order. */
export function ruleAttributesOf(type: RuleType, context: RuleContext): readonly PromotionRuleAttribute[] {
  if (type === 'rules') return [...OF_CARTS, { ...CURRENCY, required: context.application_method_type === 'fixed' }]
  const attributes = context.application_method_target_type === 'shipping_methods' ? OF_SHIPPING : OF_ITEMS
  if (context.promotion_type !== 'buyget') return attributes
  return [...attributes, type === 'buy-rules' ? BOUGHT : DISCOUNTED]
}

/** Those for a seller's promotion, which applies to items. */
export const sellerRuleAttributesOf = (type: RuleType, context: RuleContext): readonly PromotionRuleAttribute[] =>
  ruleAttributesOf(type, { ...context, application_method_target_type: 'items' })
