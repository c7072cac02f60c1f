import { listDeclarationOf, type Operation } from '@souk/contracts'
import { z } from 'zod'

const OPERATORS = ['', '[$ne]', '[$in][]', '[$nin][]', '[$gt]', '[$gte]', '[$lt]', '[$lte]', '[$like]', '[$ilike]', '[$exists]']
const SOME: Readonly<Record<string, string>> = { '[$exists]': 'true', '[$like]': 'a%', '[$ilike]': '%a%' }

/**
 * All that clients may ask of a list, one thing at a time: every filter with every operator that it takes, every order both
 * ways, and a search.
 * @param values values to filter by, by field; without one, a value that the field allows
 */
export function queriesOf(operation: Operation, values: Readonly<Record<string, string>> = {}) {
  const { sort, filter, q } = listDeclarationOf(operation)
  const choices = firstChoices(operation)
  const isTaken = (field: string, operator: string, value: string) => {
    const own = operator === '' ? value : nested(operator.split(/[[\]]+/).filter(Boolean), value, operator.endsWith('[]'))
    return operation.query.safeParse(nested(field.split('.'), own)).success
  }
  const filters = filter.flatMap((field) =>
    OPERATORS.flatMap((operator) => {
      const candidates = [SOME[operator], values[field], 'a', '1', 'true', '2026-01-01', choices.get(field)]
      const value = candidates.find((one) => one !== undefined && isTaken(field, operator, one))
      return value === undefined ? [] : [`${field}${operator}=${encodeURIComponent(value)}`]
    }),
  )
  return { filters, orders: sort.flatMap((field) => [`order=${field}`, `order=-${field}`]), search: q.length > 0 ? ['q=a'] : [] }
}

/** The first of the values that a field is bound to, by field. */
function firstChoices({ query }: Operation): ReadonlyMap<string, string> {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return new Map(
    Object.entries(properties).flatMap(([name, schema]) => {
      const { enum: own, items } = schema as { enum?: string[]; items?: { enum?: string[] } }
      const [first] = own ?? items?.enum ?? []
      return first === undefined ? [] : [[name, first]]
    }),
  )
}

const nested = (names: readonly string[], value: unknown, isList = false): unknown =>
  names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), isList ? [value] : value)
