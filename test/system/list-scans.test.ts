import { isList, type Operation } from '@souk/contracts'
import { plansOfEach, queriesOf } from '@souk/runtime/testing'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addManyRecords, UNLISTED } from './many-records.ts'
import { honestRequest } from './scenes/honest-request.ts'
import { OFFERED } from './scenes/scenes.ts'
import { type HttpAnswer, type System, startSystem } from './system.ts'

/** Besides the records of its page, a list may examine all records of one seller or customer, and a few more. */
const ROOM = 40
/** For each record that is found, it may examine the record and neighboring records. */
const FOR_EACH = 3
/** How often a query is repeated before it counts as examining too much each time. */
const LOOKS = 5
/** Small collections that are cached for a second: a query that reads all of them is not the list's. */
const KEPT_WHOLE = new Set(['sales_channels', 'regions'])
/** Indexes of one collection. */
const MAX_INDEXES = 60
/** Conditions that no index supports: absent values, and texts inside of others. */
const NOT_FOUND_BY_INDEX = /\[\$(ne|nin|exists|like|ilike)\]/

/** Queries that examine more, and why. */
const EXPLAINED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '/admin/products': {
    'only living products are in an index by what variants have':
      /^(order=-?variants\.title|variants\.(manage_inventory|allow_backorder|(created|updated)_at)=[^&]+)&with_deleted=true/,
  },
}

let system: System
beforeAll(async () => {
  // Cached storefront answers would hide the next query.
  system = await startSystem({ env: { STOREFRONT_CACHE_MB: '0' } })
  await addManyRecords(system)
})
afterAll(() => system.stop())

/** Each filter by value and from a value on, each order and a search; all but the ranges with deleted records too. */
function askedOf(operation: Operation): string[] {
  const { filters, orders, search } = queriesOf(operation)
  const byIndex = filters.filter((one) => !NOT_FOUND_BY_INDEX.test(one) && !/\[\$(in|gte|lt|lte)\]/.test(one))
  const showsDeleted = operation.query.safeParse({ with_deleted: 'true' }).success
  return ['', ...byIndex, ...orders, ...search].flatMap((query) =>
    showsDeleted && !query.includes('[') ? [query, `${query}&with_deleted=true`] : [query],
  )
}

/**
 * Plans that examined too much: more documents than were found, or, for a page without a filter, than it shows. Keys count
 * too, except where deleted records are shown as well: indexes begin with `deleted_at`.
 */
function excessOf(plan: Document, query: string, count: number): string[] {
  const { ns, op, planSummary, docsExamined = 0, keysExamined = 0, command, originatingCommand = command } = plan
  const collection = ns.split('.').at(-1)
  if (UNLISTED.has(collection)) return [`${collection} is read by this list, but many-records.ts says that no list reads it`]
  const isKeptWhole = KEPT_WHOLE.has(collection) && isOfAll(originatingCommand)
  if (isKeptWhole) return []
  const isWhole = /^(order=[^&]*|)(&with_deleted=true)?$/.test(query)
  const isPage = isWhole && (op === 'query' || (command.pipeline ?? []).some((stage: object) => '$limit' in stage))
  const most = (isPage ? 0 : FOR_EACH * count) + ROOM
  const isMuch = docsExamined > most || (!query.includes('with_deleted') && keysExamined > most)
  const what = `${collection}: ${planSummary}, ${keysExamined} keys and ${docsExamined} documents for ${count}`
  return isMuch ? [what] : []
}

const isOfAll = ({ filter, limit }: Document) =>
  limit === undefined && filter !== undefined && Object.keys(filter).join() === 'deleted_at'

it('leaves room for indexes in each collection: MongoDB allows no more than 64', async () => {
  const { pricing, cart, orders, sellers } = system
  const counts = await Promise.all(
    [pricing, cart, orders, sellers].map(async ({ db }) =>
      Promise.all((await db.collections()).map(async (one) => [one.namespace, (await one.indexes()).length] as const)),
    ),
  )
  expect(counts.flat().length).toBeGreaterThan(50)
  expect(counts.flat().filter(([, count]) => count > MAX_INDEXES)).toEqual([])
})

const LISTS = OFFERED.filter((operation) => operation.method === 'GET' && isList(operation))

it.each(LISTS.map((operation) => [`${operation.path}`, operation] as const))(
  'examines no more than it finds, for any query: %s',
  async (name, operation) => {
    const { path, headers } = await honestRequest(system, operation)
    // Parameters that a list requires are sent too.
    const at = operation.query.safeParse({}).success ? `${path.split('?')[0]}?` : `${path}&`
    const as = path.startsWith('/store/') ? 'customer' : undefined
    const explained = Object.values(EXPLAINED[name] ?? {})
    const unused = new Set(explained)
    const wrong: string[] = []

    /** The excess of each query. */
    async function look(queries: readonly string[]): Promise<Map<string, string[]>> {
      if (queries.length === 0) return new Map()
      const answers: HttpAnswer[] = []
      const plans = await plansOfEach(
        system[operation.service as 'pricing'].db,
        queries.map((query) => async () => {
          const url = `${at}limit=3&${query}`
          answers.push(await system.http('GET', url, { ...(as && { as }), ...(headers && { headers }) }))
        }),
      )
      expect(queries.filter((_, n) => answers[n]!.status !== 200)).toEqual([])
      const excess = (query: string, n: number) => plans[n]!.flatMap((plan) => excessOf(plan, query, answers[n]!.body.count))
      return new Map(queries.map((query, n) => [query, excess(query, n)]))
    }

    // Background work is observed too, such as the search for deleted price lists every two seconds: only what occurs every
    // time is caused by the query.
    let found = await look(askedOf(operation))
    for (let times = 1; times < LOOKS; times++)
      found = await look([...found].flatMap(([query, excess]) => (excess.length > 0 ? [query] : [])))
    for (const [query, excess] of found) {
      const reasons = explained.filter((reason) => reason.test(query))
      if (excess.length > 0) for (const reason of reasons) unused.delete(reason)
      if (reasons.length === 0) wrong.push(...excess.map((one) => `${query} ${one}`))
    }
    expect({ wrong, unused: [...unused] }).toEqual({ wrong: [], unused: [] })
  },
)
