import type { Attributes } from './pricing-context.ts'

type RuleOperator = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

/** A condition of one price. `operator` defaults to `eq`; the others compare numbers. */
export interface PriceRule {
  attribute: string
  value: string
  operator?: RuleOperator | null | undefined
}

/**
 * A condition of a whole price list: the context's value, or one of its values, is among `value`; a number or boolean never is.
 */
export interface PriceListRule {
  attribute: string
  value: readonly string[]
}

/** A number in the context is compared by the operator; texts and lists of values only by equality. */
export function matchesPriceRule({ attribute, value, operator }: PriceRule, attributes: Attributes): boolean {
  const values = attributes.get(attribute) ?? []
  const [first] = values
  return values.length === 1 && typeof first === 'number'
    ? compares(first, operator ?? 'eq', value)
    : values.some((candidate) => String(candidate) === value)
}

export const matchesPriceListRule = ({ attribute, value }: PriceListRule, attributes: Attributes): boolean =>
  value.some((each) => attributes.get(attribute)?.includes(each))

function compares(actual: number, operator: RuleOperator, expected: string): boolean {
  if (operator === 'eq') return String(actual) === expected
  const bound = expected.trim() === '' ? Number.NaN : Number(expected)
  switch (operator) {
    case 'gt':
      return actual > bound
    case 'gte':
      return actual >= bound
    case 'lt':
      return actual < bound
    case 'lte':
      return actual <= bound
    default:
      return operator satisfies never
  }
}
