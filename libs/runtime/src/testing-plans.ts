import type { Db, Document } from 'mongodb'
import { commandsOf } from './testing-commands.ts'

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
 * even if there is an index that begins with such a field: then the plan is right. Conditions that no index finds (`$ne`, `$nin`,
 * `$exists`, `$not`) do not count. Lists of one owner may sort, and filter by more, among the owner's records.
 */
export async function unindexed(db: Db, plans: readonly Document[]): Promise<string[]> {
  const described = await Promise.all(
    plans.map(async ({ ns, planSummary, command, originatingCommand: asked = command }) => {
      const name = ns.slice(ns.indexOf('.') + 1)
      if (planSummary.includes('COLLSCAN')) return [`${name}: ${planSummary}`]
      const keys = [...planSummary.matchAll(/([\w.]+): (?:-?1|")/g)].map((match) => match[1]!)
      const filter: Document = asked.filter ?? asked.query ?? asked.pipeline?.[0]?.$match ?? {}
      const filtered = fieldsOf(filter)
      const isFilter = filtered.length > 0
      const fields = isFilter ? filtered : Object.keys(asked.sort ?? {}).slice(0, 1)
      if (keys.length === 0 || fields.some((field) => isIn(field, keys))) return []
      const indexes = await db.collection(name).indexes()
      const begun = indexes.flatMap(({ key }) => Object.keys(key).find((one) => one !== 'deleted_at') ?? [])
      const served = (field: string) => isIn(field, begun)
      if (isFilter ? isServed(filter, served) : fields.every(served)) return []
      const scans = [...new Set(planSummary.split(/(?<=\}), /))].join(', ')
      return [`${name}: ${scans} for ${isFilter ? 'a filter' : 'an order'} by ${fields.join(', ')}`]
    }),
  )
  return [...new Set(described.flat())]
}

/** The field itself, or one inside it. */
const isIn = (field: string, keys: readonly string[]) => keys.some((key) => key === field || key.startsWith(`${field}.`))

const SOUGHT_IN_VAIN = ['$ne', '$nin', '$exists', '$not']

/** Whether a condition on a field finds records by its value; whether they are deleted is no such condition. */
function finds(name: string, condition: unknown): boolean {
  const operators = typeof condition === 'object' && condition !== null ? Object.keys(condition) : []
  const isVain = operators.length > 0 && operators.every((one) => SOUGHT_IN_VAIN.includes(one))
  return !name.startsWith('$') && name !== 'deleted_at' && !isVain
}

/** The fields by whose values a filter finds records, each once. */
function fieldsOf(filter: Document): string[] {
  const all = Object.entries(filter).flatMap(([name, condition]) => {
    if (name === '$and' || name === '$or') return condition.flatMap(fieldsOf)
    return finds(name, condition) ? [name] : []
  })
  return [...new Set(all)]
}

/** Whether an index serves one of the filter's conditions; of alternatives, each. */
const isServed = (filter: Document, served: (field: string) => boolean): boolean =>
  Object.entries(filter).some(([name, condition]) => {
    if (name === '$and') return condition.some((one: Document) => isServed(one, served))
    if (name === '$or') return condition.every((one: Document) => isServed(one, served))
    return finds(name, condition) && served(name)
  })

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
