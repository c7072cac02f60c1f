import type { ShippingRule } from './shipping-option-record.ts'

/** The facts that rules of shipping options may name, as text. */
export interface OfferContext {
  is_return: 'true' | 'false'
  enabled_in_store: 'true' | 'false'
}

/**
 * Whether all rules hold. An attribute that is missing in the context equals nothing. Neither it nor booleans have an order, so
 * comparisons by size never hold.
 */
export const rulesHold = (rules: readonly ShippingRule[], context: OfferContext): boolean =>
  rules.every(({ attribute, operator, value }) => {
    const actual = (context as unknown as Readonly<Record<string, string>>)[attribute]
    const isAmong = actual !== undefined && (Array.isArray(value) ? value.includes(actual) : value === actual)
    switch (operator) {
      case 'eq':
      case 'in':
        return isAmong
      case 'ne':
      case 'nin':
        return !isAmong
      default:
        return false
    }
  })
