import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import { firstEvents } from '../src/aggregate/outbox.ts'
import { toDocument } from '../src/aggregate/stored.ts'
import type { Background } from '../src/background.ts'
import type { Bus } from '../src/bus/bus.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { createOutbox, type OutboxOptions } from '../src/events/outbox-relay.ts'
import { createLogger } from '../src/observability/logger.ts'
import { createMetrics } from '../src/observability/metrics.ts'
import { createInserter } from '../src/store/inserter.ts'
import { plansOf, shortestOf, testServers } from '../src/testing.ts'
import { aCommand, aCounter, addMark, counterCreated, openCounters } from './counters.ts'
import { effects, eventsOf } from './event-log.ts'

let db: Awaited<ReturnType<typeof openCounters>>
let bus: Bus
let service: string
let started: Background[]
/** New in each test, because the stream keeps the events of an id. */
let id: string
beforeAll(async () => {
  db = await openCounters()
  bus = await connectBus({ url: testServers().NATS_URL, name: 'relay', logger: createLogger('relay', 'silent') })
})
afterAll(async () => {
  await db.close()
  await bus.nc.drain()
})
beforeEach(async () => {
  service = `s${randomBytes(4).toString('hex')}`
  started = []
  id = `ctr_${service}`
  await db.insert({ id })
})
afterEach(async () => {
  for (const part of started) await part.stop()
  await db.counters.deleteMany({})
})

/** One replica: its aggregates, and its relay once started. */
function replica({ keep_ms = 0, stream }: Pick<OutboxOptions, 'keep_ms' | 'stream'> = {}) {
  const logger = createLogger('relay', process.env.TEST_LOG_LEVEL ?? 'silent')
  const metrics = createMetrics(service)
  const outbox = createOutbox({ db: db.db, bus, service, logger, metrics, keep_ms, ...(stream && { stream }) })
  const aggregates = createAggregates(db.counters, outbox.relay(db.counters))
  const events = outbox.relay(db.counters)
  return {
    events,
    waiting: async () => (await metrics.registry.getSingleMetric('souk_outbox_waiting')!.get()).values[0]!.value,
    mark: (name: string, of = id) => aggregates.execute(of, aCommand({ decide: addMark(name) })),
    /** Changes the aggregate without an event. */
    quietly: () => aggregates.execute(id, aCommand()),
    async start() {
      const parts = await outbox.background()
      started.push(...parts)
      return parts
    },
  }
}
const NOW = new Date().toISOString()
const names = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const published = () => eventsOf(bus, service)
const untilEmpty = () =>
  expect.poll(() => db.counters.countDocuments({ 'outbox.0': { $exists: true } }), { interval: 20 }).toBe(0)

describe('events', () => {
  it('are published with their message id well before a sweep, and then removed from the aggregate', async () => {
    const one = replica()
    await one.start()
    const unswept = async () => {
      await one.mark('a')
      await untilEmpty()
    }
    expect(await shortestOf(5, unswept, 1000)).toBeLessThan(1000)
    const [first] = await published()
    expect(first).toEqual({
      id,
      seq: 1,
      type: 'counter.marked',
      at: expect.stringMatching(/Z$/),
      ids: { mark: 'a' },
      subject: `evt.${service}.counter.marked`,
      message_id: `${id}:1`,
    })
    const left = await db.stored(id)
    expect(left.outbox).toEqual([])
    expect(left).not.toHaveProperty('outbox_since')
  })

  it('keep the order of each aggregate, and are published once each', async () => {
    const ids = names(20).map((name) => `${name}${service}`)
    await Promise.all(ids.map((id) => db.insert({ id })))
    const one = replica()
    await one.start()

    await Promise.all(range(30).flatMap((n) => ids.map((id) => one.mark(`${n}`, id))))
    await untilEmpty()

    const events = await published()
    expect(events).toHaveLength(600)
    for (const id of ids) expect(events.filter((event) => event.id === id).map(({ seq }) => seq)).toEqual(range(30))
  })

  it('of a newly created aggregate are published too', async () => {
    const one = replica()
    await one.start()
    const internals = firstEvents([counterCreated({ id: `${id}_new` })], new Date().toISOString())
    await createInserter(db.counters)(toDocument(aCounter({ id: `${id}_new` }), internals), Date.now() + 30_000)
    one.events.onEvents(`${id}_new`)
    await one.mark('a', `${id}_new`)
    await untilEmpty()

    expect((await published()).map(({ seq, type }) => `${seq} ${type}`)).toEqual(['1 counter.created', '2 counter.marked'])
  })

  it('of one aggregate that cannot be published do not hold up others', async () => {
    const one = replica()
    const poison = { seq: 1, type: 'no subject', at: NOW, ids: {} }
    await db.insert({ id: `${id}_poison` }, { outbox: [poison], event_seq: 1, outbox_since: Date.now() })
    one.events.onEvents(`${id}_poison`)
    await one.start()
    for (const n of range(5)) await one.mark(`${n}`)

    await expect.poll(async () => (await db.stored(id)).outbox).toEqual([])
    expect((await published()).map(({ seq }) => seq)).toEqual(range(5))
    expect((await db.stored(`${id}_poison`)).outbox).toHaveLength(1)
  })

  it('that are added while others are being published are not lost', async () => {
    const one = replica()
    await one.start()
    for (const n of range(200)) {
      await one.mark(`${n}`)
      if (n % 20 === 0) await sleep(Math.random() * 30)
    }
    await untilEmpty()

    expect((await published()).map(({ seq }) => seq)).toEqual(range(200))
    expect(await db.stored(id)).not.toHaveProperty('outbox_since')
  })

  it('that exceed one round are all published', async () => {
    const one = replica()
    const pending = range(950).map((seq) => ({ seq, type: 'counter.marked', at: NOW, ids: {} }))
    await db.counters.updateOne({ _id: id }, { $set: { outbox: pending, event_seq: 950, outbox_since: Date.now() } })
    await one.start()
    await one.mark('last')
    await untilEmpty()

    expect((await published()).map(({ seq }) => seq)).toEqual(range(951))
  })

  it('added before the start are published at the start', async () => {
    const one = replica()
    await one.mark('a')
    await one.start()

    await untilEmpty()
    expect(await published()).toHaveLength(1)
  })
})

describe('published events', () => {
  it('are removed with the next write of their aggregate, which does not wait for anything', async () => {
    const one = replica({ keep_ms: 60_000 })
    await one.start()
    await one.mark('a')
    await expect.poll(() => one.events.publishedUpTo(id)).toBe(1)
    expect((await db.stored(id)).outbox.map(({ seq }) => seq)).toEqual([1])

    const before = Date.now()
    await one.mark('b')
    expect((await db.stored(id)).outbox.map(({ seq }) => seq)).toEqual([2])
    expect((await db.stored(id)).outbox_since).toBeGreaterThanOrEqual(before)
    await expect.poll(() => one.events.publishedUpTo(id)).toBe(2)
    expect((await published()).map(({ seq }) => seq)).toEqual([1, 2])

    await one.quietly()
    expect(await db.stored(id)).toMatchObject({ outbox: [] })
    expect(await db.stored(id)).not.toHaveProperty('outbox_since')
  })

  it('stay for a while when nothing else is written, and are then removed', async () => {
    const one = replica({ keep_ms: 8000 })
    await one.start()
    await one.mark('a')
    await expect.poll(async () => (await published()).length).toBe(1)
    expect((await db.stored(id)).outbox).toHaveLength(1)

    await untilEmpty()
    expect(await db.stored(id)).not.toHaveProperty('outbox_since')
  })

  it('are removed when the replica stops', async () => {
    const one = replica({ keep_ms: 60_000 })
    const [running] = await one.start()
    for (const name of names(5)) await one.mark(name)
    await running!.stop()

    await untilEmpty() // removals are not waited for; they become visible a moment later
    expect(await published()).toHaveLength(5)
  })

  it('that another replica has removed leave nothing that waits', async () => {
    const [slow, quick] = [replica({ keep_ms: 60_000 }), replica()]
    const [running] = await slow.start()
    await slow.mark('a')
    await expect.poll(() => slow.events.publishedUpTo(id)).toBe(1)
    await quick.start()
    await quick.mark('b')
    await untilEmpty()

    await running!.stop() // removes what it has published, too late
    const now = await db.counters.findOne({ _id: id }, { readConcern: 'local' })
    expect(now).toMatchObject({ outbox: [], event_seq: 2 })
    expect(now).not.toHaveProperty('outbox_since')
  })

  it('of a replica that died before publishing them are published before those of the next write', async () => {
    const [dead, one] = [replica(), replica({ keep_ms: 60_000 })]
    await dead.mark('a')
    await dead.mark('b')
    await one.start()
    await one.mark('c')
    await expect.poll(() => one.events.publishedUpTo(id)).toBe(3)

    expect((await published()).map(({ seq }) => seq)).toEqual([1, 2, 3])
    await one.mark('d')
    expect((await db.stored(id)).outbox.map(({ seq }) => seq)).toEqual([4])
  })

  it('are not published again by the same replica, and do not count towards the limit of waiting events', async () => {
    const one = replica({ keep_ms: 60_000 })
    await one.start()
    for (let round = 0; round < 3; round++) {
      await Promise.all(names(200).map((name) => one.mark(`${round}${name}`)))
      await expect.poll(() => one.events.publishedUpTo(id)).toBe((round + 1) * 200)
    }
    await one.mark('last')

    expect((await db.stored(id)).outbox).toHaveLength(1)
    await expect.poll(async () => (await published()).map(({ seq }) => seq)).toEqual(range(601))
  })
})

describe('when events are published but cannot be removed', () => {
  const refuseRemoval = () =>
    db.db.command({
      collMod: 'counters',
      validator: { 'outbox.0': { $exists: true } },
      validationAction: 'error',
      validationLevel: 'strict',
    })
  const allowRemoval = () => db.db.command({ collMod: 'counters', validator: {} })
  afterEach(allowRemoval)

  it('it is removed later, and what follows is published', async () => {
    const one = replica()
    await one.mark('a')
    await refuseRemoval()
    await one.start()
    await expect.poll(async () => (await published()).length).toBe(1)
    await sleep(700)
    expect((await db.stored(id)).outbox).toHaveLength(1)

    await allowRemoval()
    await untilEmpty()

    await one.mark('b')
    await untilEmpty()
    expect((await published()).map(({ seq }) => seq)).toEqual([1, 2])
  })

  it('another replica finishes what the first one left, without a second effect', async () => {
    const one = replica()
    await one.mark('a')
    await refuseRemoval()
    const [dying] = await one.start()
    await expect.poll(async () => (await published()).length).toBe(1)
    await dying!.stop()
    await allowRemoval()
    await db.counters.updateOne({ _id: id }, { $set: { outbox_since: Date.now() - 6000 } })

    await replica().start()
    await untilEmpty()

    expect((await published()).map(({ seq }) => seq)).toEqual([1])
  })
})

describe('the sweeper', () => {
  it('publishes what a dead replica left for 5 s, and nothing newer', async () => {
    await db.insert({ id: `${id}_young` })
    const dead = replica()
    await dead.mark('old')
    await dead.mark('young', `${id}_young`)
    await db.counters.updateOne({ _id: id }, { $set: { outbox_since: Date.now() - 5001 } })

    // An aggregate whose time is renewed at each look stays recent, however slow the machine is.
    const stayYoung = () => db.counters.updateOne({ _id: `${id}_young` }, { $set: { outbox_since: Date.now() } })
    await stayYoung()
    await replica().start()
    const looked = async () => {
      await stayYoung()
      return (await db.stored(id)).outbox
    }
    await expect.poll(looked).toEqual([])

    expect((await published()).map(({ id }) => id)).toEqual([id])
    expect((await db.stored(`${id}_young`)).outbox).toHaveLength(1)
  })

  it('finds an empty outbox only once', async () => {
    await db.counters.updateOne({ _id: id }, { $set: { outbox: [], event_seq: 6, outbox_since: Date.now() - 6000 } })
    await replica().start()

    await expect.poll(() => db.stored(id)).not.toHaveProperty('outbox_since')
  })

  it('uses the partial index, which contains only waiting aggregates', async () => {
    const dead = replica()
    await dead.mark('a')
    await db.counters.updateOne({ _id: id }, { $set: { outbox_since: Date.now() - 6000 } })
    const sweep = async () => {
      await replica().start()
      await untilEmpty()
    }
    const looks = (await plansOf(db.db, sweep, { with_outbox: true })).filter(
      ({ command }) => command.find === 'counters' && command.filter.outbox_since?.$lt !== undefined,
    )
    const index = (await db.counters.indexes()).find(({ name }) => name === 'waiting_events')

    expect(looks.length).toBeGreaterThan(0)
    for (const { planSummary } of looks) expect(planSummary).toBe('IXSCAN { outbox_since: 1 }')
    expect(index).toMatchObject({ partialFilterExpression: { outbox_since: { $exists: true } } })
  })
})

describe('more waiting aggregates than a replica remembers', () => {
  it('stay in the database, and are published once there is room', async () => {
    const one = replica()
    for (const n of range(12_000)) one.events.onEvents(`${id}_${n}`)
    await one.mark('a')
    expect(await one.waiting()).toBe(10_000)
    await db.counters.updateOne({ _id: id }, { $set: { outbox_since: Date.now() - 6000 } })

    await one.start()
    await untilEmpty()

    expect((await published()).map(({ seq }) => seq)).toEqual([1])
    await expect.poll(() => one.waiting()).toBe(0) // a sweep that has just looked needs one more look
  })
})

describe('two concurrent relays', () => {
  it('publish each event effectively once, in order', async () => {
    const [one, two] = [replica(), replica()]
    await Promise.all([one.start(), two.start()])
    await Promise.all(
      range(100).flatMap((n) => {
        // Each is notified of the other one's events too, so that both publish the same ones.
        one.events.onEvents(id)
        two.events.onEvents(id)
        return [one.mark(`1.${n}`), two.mark(`2.${n}`)]
      }),
    )
    await untilEmpty()

    const events = await published()
    expect(effects(events).map(({ seq }) => seq)).toEqual(range(200))
    expect(events).toHaveLength(200) // the stream dropped the second copy of each by its message id
    expect(new Set(effects(events).map(({ ids }) => ids.mark)).size).toBe(200)
  })
})

describe('stopping a replica', () => {
  it('publishes the waiting events', async () => {
    const one = replica()
    const [running] = await one.start()
    await Promise.all(names(10).map((name) => one.mark(name)))
    await running!.stop()

    expect(await published()).toHaveLength(10)
    await untilEmpty()
  })

  it('ends its work: later events stay in the outbox', async () => {
    const one = replica()
    const [running] = await one.start()
    await running!.stop()
    await one.mark('a')
    await sleep(300)

    expect((await db.stored(id)).outbox).toHaveLength(1)
  })
})

describe('the event stream', () => {
  const stream = { replicas: 1, max_age_ms: 3_600_000, max_bytes: 4 * 2 ** 20 }
  const configuration = async () => (await (await jetstreamManager(bus.nc)).streams.info('evt')).config
  const remove = async () => void (await (await jetstreamManager(bus.nc)).streams.delete('evt').catch(() => {}))
  beforeEach(remove)
  afterAll(remove)

  it('is stored in files, drops duplicates for two minutes, and has limits of age and size', async () => {
    const one = replica({ stream })
    await one.start()
    await one.mark('a')
    await untilEmpty()

    expect(await configuration()).toMatchObject({
      subjects: ['evt.>'],
      storage: 'file',
      num_replicas: 1,
      discard: 'old',
      max_age: 3_600_000_000_000,
      max_bytes: 4 * 2 ** 20,
      duplicate_window: 120_000_000_000,
    })
  })

  it('is logged when it had to be created, with the advice to republish the events', async () => {
    const lines: string[] = []
    const logger = createLogger('relay', 'warn', { output: { write: (line) => void lines.push(line) } })
    const outbox = createOutbox({ db: db.db, bus, service, logger })
    const aggregates = createAggregates(db.counters, outbox.relay(db.counters))
    started.push(...(await outbox.background()))
    for (const name of names(2)) await aggregates.execute(id, aCommand({ decide: addMark(name) }))

    await expect.poll(async () => (await published()).length).toBe(2)
    expect(lines.filter((line) => line.includes('npm run republish'))).toHaveLength(1)
  })

  it('is created as large as there is room for', async () => {
    const one = replica({ stream: { ...stream, max_bytes: 2 ** 60 } })
    await one.start()
    await one.mark('a')
    await untilEmpty()

    const { max_bytes } = await configuration()
    expect(max_bytes).toBeLessThan(2 ** 60)
    expect(Math.log2(max_bytes) % 1).toBe(0)
  })

  it('that already exists keeps the configuration of its operators', async () => {
    await (await jetstreamManager(bus.nc)).streams.add({ name: 'evt', subjects: ['evt.>'], max_msgs: 77_000 })
    const one = replica({ stream })
    await one.start()
    await one.mark('a')
    await untilEmpty()

    expect(await configuration()).toMatchObject({ max_msgs: 77_000, max_bytes: -1, max_age: 0 })
  })
})
