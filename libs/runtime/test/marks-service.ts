import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, defineOperation, type ErrorKind, notFound, OperationError, unavailable } from '@souk/contracts'
import type { Collection } from 'mongodb'
import { z } from 'zod'
import { type Aggregates, createAggregates } from '../src/aggregate/aggregate.ts'
import type { EventSink } from '../src/aggregate/outbox.ts'
import { firstEvents } from '../src/aggregate/outbox.ts'
import { type Stored, toDocument } from '../src/aggregate/stored.ts'
import type { Service } from '../src/process/service.ts'
import { ServiceConfig } from '../src/process/service-config.ts'
import { Answer, implement } from '../src/server/implement.ts'
import { createInserter } from '../src/store/inserter.ts'
import { shownAll } from '../src/store/long-list.ts'
import { timeLeft } from '../src/store/mongo.ts'
import { aCounter, addMark, type Counter, counterCreated } from './counters.ts'

/** A small service that shows each way to answer. Its subjects are `cart.*`; no other service runs in a test's account. */
const service = 'cart'
const params = z.strictObject({ id: z.string() })
const AnyObject = z.looseObject({})
const Shown = z.object({ counter: AnyObject })

export const createCounter = defineOperation({
  service,
  name: 'create-counter',
  method: 'POST',
  path: '/store/counters',
  ifMatch: 'none',
  summary: '',
  status: 201,
  body: z.strictObject({ owner: z.string() }),
  response: Shown,
})
export const getCounter = defineOperation({
  service,
  name: 'get-counter',
  method: 'GET',
  path: '/store/counters/:id',
  summary: '',
  params,
  response: Shown,
})
export const mark = defineOperation({
  service,
  name: 'mark',
  method: 'POST',
  path: '/store/counters/:id/marks',
  summary: '',
  params,
  query: z.strictObject({ a: z.string().optional(), b: z.string().optional() }),
  body: z.strictObject({
    mark: z.string().min(1),
    /** How the answer ends: a refusal, a failure, or a body of this many characters. */
    refuse: z
      .enum([
        ...(['not_allowed', 'unauthorized', 'rate_limited', 'overloaded', 'conflict', 'unexpected'] as const),
        ...(['unavailable', 'deadline_exceeded'] as const),
      ])
      .optional(),
    /** Only while the counter has fewer marks than this. */
    below: z.number().optional(),
    /** Where it has as many, the request may be sent again. */
    for_now: z.boolean().optional(),
    padding: z.number().optional(),
    slow_ms: z.number().optional(),
    crash_after: z.boolean().optional(),
  }),
  response: Shown,
})
export const issue = defineOperation({ ...mark, name: 'issue', path: '/store/counters/:id/issue', secret: true })
export const peek = defineOperation({
  ...getCounter,
  name: 'peek',
  method: 'POST',
  path: '/store/counters/:id/peek',
  secret: true,
  idempotency: 'none',
})
export const big = defineOperation({
  service,
  name: 'big',
  summary: '',
  body: z.strictObject({ bytes: z.number() }),
  response: AnyObject,
})
export const list = defineOperation({
  service,
  name: 'list',
  summary: '',
  body: z.strictObject({ count: z.number() }),
  response: AnyObject,
})
export const longList = defineOperation({
  service,
  name: 'long-list',
  summary: '',
  body: z.strictObject({
    batches: z.number(),
    /** Bytes of each record; a batch has ten. */
    bytes: z.number(),
    /** How long making each batch takes. */
    slow_ms: z.number().optional(),
    /** The batch that cannot be made. */
    fails_at: z.number().optional(),
    /** Why it cannot be made: a dependency is away, rather than a defect. */
    is_away: z.boolean().optional(),
  }),
  response: AnyObject,
})
export const wait = defineOperation({
  service,
  name: 'wait',
  summary: '',
  body: z.strictObject({ ms: z.number() }),
  response: AnyObject,
})
export const fail = defineOperation({
  service,
  name: 'fail',
  method: 'POST',
  path: '/store/fail',
  summary: '',
  response: AnyObject,
})

export interface Deps {
  counters: Collection<Stored<Counter>>
  aggregates: Aggregates<Counter>
  events: EventSink
  /** Marks whose handler ran: each run counts, also one that changes nothing. */
  runs: string[]
  /** Runs that begin meanwhile wait for this, and so do long lists before their third batch. */
  gate?: Promise<void> | undefined
}

/** From here on runs of these replicas stand still until `open`; those that begin after `leave` do not. */
export function holdRuns(...all: Deps[]) {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const leave = () => {
    for (const deps of all) deps.gate = undefined
  }
  for (const deps of all) deps.gate = gate
  return {
    leave,
    open() {
      leave()
      open()
    },
  }
}

const markHandler = (operation: typeof mark) =>
  implement(operation, async ({ params: { id }, body, command, envelope }, { aggregates, runs, gate }: Deps) => {
    runs.push(body.mark)
    await gate
    if (body.slow_ms) await sleep(body.slow_ms)
    if (body.refuse && body.refuse !== 'unexpected') throw refusalOf(body.refuse)
    if (body.refuse) throw new TypeError('secret of the database')
    const decide: typeof addMarkToState = (state, context) => {
      if (body.below !== undefined && state.marks.length >= body.below)
        throw body.for_now ? refusalOf('conflict') : new OperationError('not_allowed', 'enough marks')
      return addMark(body.mark)(state, context)
    }
    const { state, revision } = await aggregates.execute(id, {
      ...command,
      missing: () => notFound('Counter was not found'),
      decide,
    })
    if (body.crash_after && envelope.attempt === 1) throw new Error('the process died')
    return new Answer({ counter: { ...state, padding: 'x'.repeat(body.padding ?? 0) } }, { revision })
  })
const getHandler = (operation: typeof getCounter) =>
  implement(operation, async ({ params: { id }, deadline }, { counters }: Deps) => {
    const found = await counters.findOne({ _id: id }, timeLeft(deadline))
    if (!found) throw notFound(`Counter ${id} was not found`)
    return new Answer({ counter: { id, marks: found.marks } }, { revision: found.revision })
  })
const addMarkToState = addMark('')
const refusalOf = (kind: ErrorKind) => new OperationError(kind, 'refused', kind === 'conflict' ? { retry_after: 1 } : {})

export const marksService: Service<Deps, typeof ServiceConfig> = {
  name: 'cart',
  version: '0.0.1',
  config: ServiceConfig,
  handlers: [
    markHandler(mark),
    markHandler(issue),
    implement(createCounter, async ({ body, newIds, deadline }, { counters, events }: Deps) => {
      const counter = aCounter({ id: newIds()('ctr'), owner: body.owner })
      const internals = firstEvents([counterCreated({ id: counter.id })], new Date().toISOString())
      await createInserter(counters)(toDocument(counter, internals), deadline)
      events.onEvents(counter.id)
      return new Answer({ counter }, { revision: 1 })
    }),
    getHandler(getCounter),
    getHandler(peek),
    implement(big, async ({ body }) => ({ text: 'ü'.repeat(body.bytes / 2) })),
    implement(list, async ({ body }) => ({
      count: body.count,
      list: Array.from({ length: body.count }, (_, n) => ({ n, none: undefined })),
      last: null,
    })),
    implement(longList, async ({ body, deadline }, { runs, gate }) => {
      async function* batches() {
        for (let at = 0; at < body.batches; at++) {
          if (at > 1) await gate
          if (at === body.fails_at) throw body.is_away ? unavailable() : new Error('secret of the database')
          await sleep(body.slow_ms ?? 0)
          runs.push(`batch ${at}`)
          yield Array.from({ length: 10 }, (_, n) => at * 10 + n)
        }
      }
      const show = async (some: readonly number[]) => some.map((n) => ({ n, text: 'x'.repeat(body.bytes) }))
      return { count: body.batches * 10, list: await shownAll(batches(), deadline, show), last: null }
    }),
    implement(wait, async ({ body }) => {
      await sleep(body.ms)
      return { waited: body.ms }
    }),
    implement(fail, async () => {
      throw new Error('connection string mongodb://secret')
    }),
  ],
  async prepare({ db, outbox }) {
    const counters = db.collection<Stored<Counter>>('counters')
    const events = outbox.relay(counters)
    return { counters, aggregates: createAggregates(counters, outbox.relay(counters)), events, runs: [] }
  },
}

export const guest = (id = 'pk_1'): Actor => ({ type: 'storefront', id, sales_channel_ids: [], customer_id: null })
