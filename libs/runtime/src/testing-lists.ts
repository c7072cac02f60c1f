import { listDeclarationOf, type Operation } from '@souk/contracts'
import type { Db, Document } from 'mongodb'

const OPERATORS = ['', '[$ne]', '[$in][]', '[$nin][]', '[$gt]', '[$gte]', '[$lt]', '[$lte]', '[$like]', '[$ilike]', '[$exists]']
const SOME: Readonly<Record<string, string>> = { '[$exists]': 'true', '[$like]': 'a%', '[$ilike]': '%a%' }

/**
 * All that clients may ask of a list, one thing at a time: every filter with every operator that it takes, every order both
 * ways, and a search.
 * @param values what to filter by, by field; without one, what the field allows
 */
export function queriesOf(operation: Operation, values: Readonly<Record<string, string>> = {}) {
  const { sort, filter, q } = listDeclarationOf(operation)
  const isTaken = (field: string, operator: string, value: string) => {
    const own = operator === '' ? value : nested(operator.split(/[[\]]+/).filter(Boolean), value, operator.endsWith('[]'))
    return operation.query.safeParse(nested(field.split('.'), own)).success
  }
  const filters = filter.flatMap((field) =>
    OPERATORS.flatMap((operator) => {
      const candidates = [SOME[operator], values[field], 'a', '1', 'true', '2026-01-01']
      const value = candidates.find((one) => one !== undefined && isTaken(field, operator, one))
      return value === undefined ? [] : [`${field}${operator}=${encodeURIComponent(value)}`]
    }),
  )
  return { filters, orders: sort.flatMap((field) => [`order=${field}`, `order=-${field}`]), search: q.length > 0 ? ['q=a'] : [] }
}

const nested = (names: readonly string[], value: unknown, isList = false): unknown =>
  names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), isList ? [value] : value)

/**
 * How MongoDB found what was asked meanwhile: one plan for each query, `COLLSCAN` among its words when it looked at everything.
 */
export async function plansOf(db: Db, ask: () => Promise<unknown>): Promise<Document[]> {
  await db.setProfilingLevel('all')
  await ask()
  await db.setProfilingLevel('off')
  const plans = await db
    .collection('system.profile')
    .find({ planSummary: { $exists: true } })
    .toArray()
  await db.dropCollection('system.profile')
  return plans
}
