import { invalidData, type PromotionType } from '@souk/contracts'
import type { ApplicationMethodRecord } from './promotion.ts'

type Terms = Omit<ApplicationMethodRecord, 'id' | 'target_rules' | 'buy_rules' | 'created_at' | 'updated_at' | 'deleted_at'>

/**
 * Asserts that the terms of an application method are consistent. `each` and `once` need no maximum quantity: it defaults to 1.
 * @throws invalid_data
 */
export function assertApplicationMethod(terms: Terms, promotionType: PromotionType): void {
  const { type, value, target_type, allocation, max_quantity } = terms
  if (type === 'percentage' && (value === null || value <= 0 || value > 100))
    throw invalidData('Application Method value should be a percentage number between 0 and 100')
  if (promotionType === 'buyget') assertQuantities(terms)
  if (allocation === 'across' && max_quantity !== null)
    throw invalidData('application_method.max_quantity is not allowed to be set for allocation (across)')
  if (target_type !== 'order' && allocation === null)
    throw invalidData(
      "application_method.allocation should be either 'across OR each OR once' when application_method.target_type is either 'shipping_methods OR items'",
    )
  if (target_type === 'order' && allocation === 'once')
    throw invalidData("application_method.allocation 'once' is not compatible with target_type 'order'")
}

/** Required of new ones. @throws invalid_data */
export function assertQuantityGiven({ allocation, max_quantity }: Pick<Terms, 'allocation' | 'max_quantity'>): void {
  if ((allocation === 'each' || allocation === 'once') && max_quantity === null)
    throw invalidData("application_method.max_quantity is required when application_method.allocation is 'each OR once'")
}

function assertQuantities({ apply_to_quantity, buy_rules_min_quantity, max_quantity }: Terms): void {
  const required = (field: string) => invalidData(`${field} is a required field for Promotion type of buyget`)
  if (apply_to_quantity === null) throw required('apply_to_quantity')
  if (buy_rules_min_quantity === null) throw required('buy_rules_min_quantity')
  if (max_quantity === null) throw required('application_method.max_quantity')
  if (max_quantity < apply_to_quantity)
    throw invalidData(
      `max_quantity (${max_quantity}) must be greater than or equal to apply_to_quantity (${apply_to_quantity}) for BUYGET promotions.`,
    )
}

/** Required of new ones, and of those whose type changes. @throws invalid_data */
export function assertRulesSuitType(
  { target_rules, buy_rules }: { target_rules: readonly object[]; buy_rules: readonly object[] },
  promotionType: PromotionType,
): void {
  if (promotionType === 'standard') {
    if (buy_rules.length > 0) throw invalidData("Can't add buy rules to a standard promotion")
    return
  }
  if (buy_rules.length === 0) throw invalidData('Buy rules are required for buyget promotion type')
  if (target_rules.length === 0) throw invalidData('Target rules are required for buyget promotion type')
}
