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
  const commands = await commandsOf(db, ask)
  return commands.filter(({ planSummary }) => planSummary !== undefined)
}

/**
 * What MongoDB was asked to do meanwhile, the first first, from its profiler; without what brings events out of their
 * aggregates, which goes on beside every test.
 */
export async function commandsOf(db: Db, ask: () => Promise<unknown>): Promise<Document[]> {
  await db.setProfilingLevel('all')
  await ask().finally(() => db.setProfilingLevel('off'))
  const commands = await db.collection('system.profile').find().sort({ ts: 1 }).toArray()
  await db.dropCollection('system.profile')
  return commands.filter(({ command }) => !isOfOutbox(command ?? {}))
}

/** Only the outbox asks for events alone, or for those that have waited since some time, and only it takes them away. */
const isOfOutbox = ({ filter, projection, q }: Document) =>
  filter?.outbox_since !== undefined || projection?.outbox === 1 || (q?.event_seq !== undefined && !('revision' in q))
