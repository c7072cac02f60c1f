import { randomBytes } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import type { Bus } from '../src/bus/bus.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { createEventRecord } from '../src/events/event-record.ts'
import { DEFAULT_STREAM_LIMITS as LIMITS } from '../src/events/event-stream.ts'
import { createOutbox } from '../src/events/outbox-relay.ts'
import { republishEvents } from '../src/events/republish.ts'
import { createLogger } from '../src/observability/logger.ts'
import { testServers } from '../src/testing.ts'
import { aCommand, addMark, openCounters } from './counters.ts'
import { eventsOf } from './event-log.ts'

const logger = createLogger('republish', 'silent')
let db: Awaited<ReturnType<typeof openCounters>>
let bus: Bus
let service: string
let ids: string[]
beforeAll(async () => {
  db = await openCounters()
  bus = await connectBus({ url: testServers().NATS_URL, name: 'republish', logger })
})
afterAll(async () => {
  await db.close()
  await bus.nc.drain()
})
beforeEach(async () => {
  service = `s${randomBytes(4).toString('hex')}`
  ids = range(5).map((n) => `ctr_${n}_${service}`)
  await db.record.deleteMany({})
  for (const id of ids) await db.insert({ id })
})

/** Of a record with an event that has waited for an hour. */
const anHourAgo = () => {
  const since = Date.now() - 3600_000
  const event = { seq: 1, type: 'counter.marked', at: new Date(since).toISOString(), ids: { mark: 'a' } }
  return { outbox: [event], event_seq: 1, outbox_since: since }
}
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const published = () => eventsOf(bus, service)
const deleteStream = async () => void (await (await jetstreamManager(bus.nc)).streams.delete('evt').catch(() => {}))
const again = (which: Parameters<typeof republishEvents>[1] = {}) => republishEvents({ db: db.db, bus, service }, which, LIMITS)

async function aReplica({ keep_ms = 0, kept_days = 30 } = {}) {
  const outbox = createOutbox({ db: db.db, bus, service, logger, keep_ms, kept_days })
  const aggregates = createAggregates(db.counters, outbox.relay(db.counters))
  const parts = await outbox.background()
  onTestFinished(async () => {
    for (const part of parts) await part.stop()
  })
  return (name: string, id: string) => aggregates.execute(id, aCommand({ decide: addMark(name) }))
}
const untilThere = (count: number) => expect.poll(async () => (await published()).length, { interval: 50 }).toBe(count)
/** An event is published and recorded at the same time: the stream may have it first. */
async function untilRecorded(count: number) {
  await untilThere(count)
  await expect.poll(() => db.record.countDocuments(), { interval: 50 }).toBe(count)
}

describe('after the stream was lost', () => {
  it('its events are published again, the same ones and in order per record', async () => {
    const mark = await aReplica()
    for (const n of range(12)) await Promise.all(ids.map((id) => mark(`${n}`, id)))
    await untilRecorded(60)
    const before = await published()
    await deleteStream()

    expect(await again()).toEqual({ found: 60, published: 60 })

    const after = await published()
    for (const id of ids) {
      const of = (events: typeof before) => events.filter((event) => event.id === id)
      expect(of(after).map(({ republished, ...event }) => event)).toEqual(of(before).map(({ republished, ...event }) => event))
    }
    expect(before.some(({ republished }) => republished)).toBe(false)
    expect(after.every(({ republished }) => republished)).toBe(true)
  })

  it('no event is missing or duplicated although new ones are being published', async () => {
    const mark = await aReplica()
    for (const n of range(10)) await Promise.all(ids.map((id) => mark(`${n}`, id)))
    await untilRecorded(50)
    await deleteStream()

    const writing = (async () => {
      for (const n of range(30)) await Promise.all(ids.map((id) => mark(`new ${n}`, id)))
    })()
    await again()
    await writing
    await untilThere(200)

    const after = await published()
    for (const id of ids) {
      const own = after.filter((event) => event.id === id)
      expect(own.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(range(40))
      for (const only of [own.filter((one) => one.republished), own.filter((one) => !one.republished)])
        expect(only.map(({ seq }) => seq)).toEqual(only.map(({ seq }) => seq).toSorted((a, b) => a - b))
    }
  })
})

describe('republishing', () => {
  it('can be limited to an interval or one record', async () => {
    const mark = await aReplica()
    for (const id of ids) await mark('early', id)
    await untilRecorded(5)
    const between = new Date(Date.now() + 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    for (const id of ids) await mark('late', id)
    await untilRecorded(10)

    await deleteStream()
    expect(await again({ from: between })).toMatchObject({ published: 5 })
    expect((await published()).map(({ seq }) => seq)).toEqual([2, 2, 2, 2, 2])
    await deleteStream()
    expect(await again({ to: between })).toMatchObject({ published: 5 })
    expect((await published()).map(({ seq }) => seq)).toEqual([1, 1, 1, 1, 1])
    await deleteStream()
    expect(await again({ id: ids[2] })).toMatchObject({ published: 2 })
    expect((await published()).map(({ message_id }) => message_id)).toEqual([`${ids[2]}:1`, `${ids[2]}:2`])
  })

  it('selects by the time of publication, which may be long after the change', async () => {
    const start = new Date()
    await deleteStream()
    const [waited, published] = [anHourAgo(), ids[0]!]
    await db.counters.updateOne({ _id: published }, { $set: waited })
    await aReplica()
    await untilRecorded(1)

    await deleteStream()
    expect(await again({ to: start })).toEqual({ found: 0, published: 0 })
    expect(await again({ from: start })).toEqual({ found: 1, published: 1 })
  })

  it('selects events that were recorded without that time by that of the change', async () => {
    const mark = await aReplica()
    await mark('a', ids[0]!)
    await untilRecorded(1)
    const { at } = (await db.record.findOne())!
    await db.record.updateOne({}, { $unset: { sent_at: '' } })

    await deleteStream()
    expect(await again({ to: at })).toMatchObject({ found: 0 })
    expect(await again({ from: at })).toEqual({ found: 1, published: 1 })
  })

  it('is deduplicated by a stream that still has the events, and only counts them without stream limits', async () => {
    const mark = await aReplica()
    for (const id of ids) await mark('a', id)
    await untilRecorded(5)

    expect(await again()).toEqual({ found: 5, published: 0 })
    expect(await published()).toHaveLength(5)
    await deleteStream()
    expect(await republishEvents({ db: db.db, bus, service }, {}, null)).toEqual({ found: 5, published: 0 })
    expect(await published()).toHaveLength(0)
  })
})

describe('the record of events', () => {
  it('has the time of the last attempt to publish an event, for those of others too', async () => {
    const { outbox } = anHourAgo()
    const { record } = createEventRecord(db.db, 30)
    await record([[ids[0]!, outbox]])
    await db.record.updateMany({}, { $set: { sent_at: new Date(0) } })
    const start = Date.now()

    await record([
      [ids[0]!, outbox],
      [ids[1]!, outbox],
    ])

    const found = await db.record.find().toArray()
    expect(found.map(({ id, sent_at }) => [id, sent_at!.getTime() >= start])).toEqual([
      [ids[0], true],
      [ids[1], true],
    ])
  })

  it('contains an event before it is removed from its aggregate', async () => {
    const mark = await aReplica()
    await db.db.command({ collMod: 'events', validator: { never: true } })
    onTestFinished(async () => void (await db.db.command({ collMod: 'events', validator: {} })))
    await mark('a', ids[0]!)
    await untilThere(1)
    await mark('b', ids[0]!)
    await untilThere(2)
    expect((await db.stored(ids[0])).outbox.map(({ seq }) => seq)).toEqual([1, 2])

    await db.db.command({ collMod: 'events', validator: {} })
    await expect.poll(async () => (await db.stored(ids[0])).outbox).toEqual([])
    expect((await db.record.find({ id: ids[0]! }).toArray()).map(({ _id }) => _id)).toEqual([`${ids[0]}:1`, `${ids[0]}:2`])
  })

  it('expires entries after the configured number of days, which may change', async () => {
    await aReplica({ kept_days: 30 })
    await aReplica({ kept_days: 2 })

    expect((await db.record.indexes()).find(({ name }) => name === 'forgotten')).toMatchObject({ expireAfterSeconds: 172_800 })
  })
})
