import { listDeclarationOf, type Operation } from '@souk/contracts'
import { type Db, type Document, MongoServerError } from 'mongodb'
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

/**
 * How MongoDB found the results of queries meanwhile: one plan for each query, `COLLSCAN` among its words when it looked at
 * everything.
 * @param least how many queries there must be; default 1, lest what a test expects of each be true of none
 * @param with_outbox whether those of the relay of events count as well; default false
 * @throws Error when there were fewer
 */
export async function plansOf(db: Db, ask: () => Promise<unknown>, { least = 1, with_outbox = false } = {}): Promise<Document[]> {
  const commands = await commandsOf(db, ask, { with_outbox })
  const plans = commands.filter(({ planSummary }) => planSummary !== undefined)
  if (plans.length < least) throw new Error(`MongoDB was asked ${plans.length} queries, not ${least} or more`)
  return plans
}

/**
 * Plans that no index serves, in words: those that look at everything, and those that read an index by other fields than the
 * filter's, or for a whole list the order's, such as `newest`, which every plain record has. Among few records MongoDB may do so
 * even if there is a better index: then the plan is right. Conditions that no index finds (`$ne`, `$nin`, `$exists`, `$not`) do
 * not count. Lists of one owner may sort, and filter by more, among the owner's records.
 */
export async function unindexed(db: Db, plans: readonly Document[]): Promise<string[]> {
  const described = await Promise.all(
    plans.map(async ({ ns, planSummary, command, originatingCommand: asked = command }) => {
      const name = ns.slice(ns.indexOf('.') + 1)
      if (planSummary.includes('COLLSCAN')) return [`${name}: ${planSummary}`]
      const keys = [...planSummary.matchAll(/([\w.]+): (?:-?1|")/g)].map((match) => match[1]!)
      const filtered = filteredFields(asked.filter ?? asked.query ?? asked.pipeline?.[0]?.$match ?? {})
      const fields = filtered.length > 0 ? filtered : Object.keys(asked.sort ?? {}).slice(0, 1)
      if (keys.length === 0 || fields.some((field) => isIn(field, keys))) return []
      const indexes = await db.collection(name).indexes()
      const lacking = fields.filter((field) => !indexes.some(({ key }) => isIn(field, Object.keys(key))))
      const scans = [...new Set(planSummary.split(/(?<=\}), /))].join(', ')
      const sought = `${filtered.length > 0 ? 'a filter' : 'an order'} by ${lacking.join(', ')}`
      return lacking.length > 0 ? [`${name}: ${scans} for ${sought}`] : []
    }),
  )
  return [...new Set(described.flat())]
}

/** The field itself, or one inside it. */
const isIn = (field: string, keys: readonly string[]) => keys.some((key) => key === field || key.startsWith(`${field}.`))

const SOUGHT_IN_VAIN = ['$ne', '$nin', '$exists', '$not']

/** The fields by whose values a filter finds records; whether they are deleted is no such field. */
function filteredFields(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, condition]) => {
    if (name === '$and' || name === '$or') return condition.flatMap(filteredFields)
    const operators = typeof condition === 'object' && condition !== null ? Object.keys(condition) : []
    const isVain = operators.length > 0 && operators.every((one) => SOUGHT_IN_VAIN.includes(one))
    return name.startsWith('$') || name === 'deleted_at' || isVain ? [] : [name]
  })
}

/** The plans of many reads, one after the other. */
export async function plansOfEach(db: Db, asks: readonly (() => Promise<unknown>)[]): Promise<Document[][]> {
  const plans = await plansOf(db, async () => {
    for (const ask of asks) {
      await ask()
      await db.collection(SEPARATOR).findOne()
    }
  })
  const each: Document[][] = [[]]
  for (const plan of plans)
    if (plan.ns.endsWith(`.${SEPARATOR}`)) each.push([])
    else each.at(-1)!.push(plan)
  return each.slice(0, asks.length)
}

/** A collection that is read between two requests only: the profile tells by it which request made which query. */
const SEPARATOR = 'separator'

const PROFILE = 'system.profile'
/** MongoDB's own holds 1 MiB, and drops the oldest entries. */
const PROFILE_BYTES = 64 * 1024 * 1024
const NAMESPACE_EXISTS = 48

/**
 * MongoDB's commands during `ask`, the first first, from its profiler; without those of the work on files and, unless they are
 * asked for, of the relay of events, which run beside every test.
 */
export async function commandsOf(db: Db, ask: () => Promise<unknown>, { with_outbox = false } = {}): Promise<Document[]> {
  await makeEmptyProfile(db)
  await db.setProfilingLevel('all')
  await ask().finally(() => db.setProfilingLevel('off'))
  const commands = await db.collection(PROFILE).find().sort({ $natural: 1 }).toArray()
  return commands.filter(({ ns, command }) => (with_outbox || !isOfOutbox(command ?? {})) && !isOfFiles(ns))
}

/**
 * A command that began while the profile was on, such as a change stream's wait, writes its entry when it ends: the collection
 * may be there again at any time after it was dropped.
 */
async function makeEmptyProfile(db: Db): Promise<void> {
  for (;;) {
    await db.dropCollection(PROFILE)
    try {
      await db.createCollection(PROFILE, { capped: true, size: PROFILE_BYTES })
      return
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error
    }
  }
}

/** Imports and exports are looked for every second. */
const isOfFiles = (namespace: string) => /\.\w+_(?:im|ex)ports$/.test(namespace)

/** Only the outbox asks for events alone, or for those that have waited since some time, and only it takes them away. */
const isOfOutbox = ({ filter, projection, q }: Document) =>
  filter?.outbox_since !== undefined || projection?.outbox === 1 || (q?.event_seq !== undefined && !('revision' in q))
