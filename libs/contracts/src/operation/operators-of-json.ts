/**
 * The operators of a filter that a client writes as JSON, such as `{"$gte":"2026-01-01"}`: the vendor panel of Mercur does so
 * with dates. Undefined for all that is not an object of operators with texts. The text's length must have been checked.
 */
export function operatorsOfJson(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const operators = JSON.parse(text) as Record<string, unknown>
    const isOperator = ([name, operand]: [string, unknown]) => /^\$[a-z]+$/.test(name) && typeof operand === 'string'
    return Object.entries(operators).every(isOperator) ? operators : undefined
  } catch {
    return undefined
  }
}
