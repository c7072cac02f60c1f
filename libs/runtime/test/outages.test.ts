import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Infra, startInfra } from '../../../tools/infra/start-infra.ts'
import { watchAccessBucket } from '../src/access-bucket.ts'
import { createAccessWriter } from '../src/access-writer.ts'
import { createLogger } from '../src/logger.ts'
import { toDocument } from '../src/mongo.ts'
import { startService } from '../src/service.ts'
import { createTestClient, startTestService } from '../src/testing.ts'
import { aCommand, aCounter, addMark, counterCreated } from './counters.ts'
import { eventsOf } from './event-log.ts'
import { getCounter, guest, mark, marksService, wait } from './marks-service.ts'

/** Servers of this file's own, to be stopped and started. */
let home: string
let infra: Infra
let count = 0
const servers = () => ({ NATS_URL: infra.nats_url, MONGODB_URL: infra.mongodb_url, MONGODB_PREFIX: `outage${count}` })
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'souk-outages-'))
  const { NATS_URL: _nats, MONGODB_URL: _mongodb, ...env } = process.env
  infra = await startInfra({ home, env, mongodbArgs: ['--oplogSize', '64'] })
})
afterAll(async () => {
  await infra.stop()
  await rm(home, { recursive: true, force: true })
})
afterEach(() => Promise.all([infra.nats!.start(), infra.mongodb!.start()]))

const startMarks = () => startTestService(marksService, { servers: servers() })
type Marks = Awaited<ReturnType<typeof startMarks>>
let service: Marks
let params: { id: string }
const actor = guest()
const read = (options = {}) => service.send(getCounter, { params, actor, ...options })
const add = (name: string, options = {}) => service.send(mark, { params, actor, body: { mark: name }, ...options })

beforeEach(() => {
  count++
  params = { id: `ctr_${count}` }
})

async function withService(test: () => Promise<void>) {
  service = await startMarks()
  await service.deps.counters.insertOne(toDocument(aCounter(params)))
  try {
    await test()
  } finally {
    await Promise.all([infra.nats!.start(), infra.mongodb!.start()])
    await service.stop()
  }
}

describe('at the start', () => {
  it('a service waits for MongoDB and NATS, in whatever order they come', async () => {
    for (const last of ['nats', 'mongodb'] as const) {
      await Promise.all([infra.nats!.stop(), infra.mongodb!.stop()])
      let started = false
      const starting = startMarks().then((running) => {
        started = true
        return running
      })
      await sleep(600)
      await infra[last === 'nats' ? 'mongodb' : 'nats']!.start()
      await sleep(600)
      expect(started).toBe(false)
      await infra[last]!.start()

      service = await starting
      expect((await service.send(wait, { body: { ms: 0 } })).status).toBe(200)
      await service.stop()
    }
  }, 60_000)
})

describe('MongoDB away', () => {
  it('is noticed when it only hangs: reads and writes end at their deadlines, and it is used again when it goes on', () =>
    withService(async () => {
      expect((await read()).status).toBe(200)
      process.kill(infra.mongodb!.pid()!, 'SIGSTOP')
      try {
        const began = Date.now()
        const answers = await Promise.all(
          [read, (options: object) => add('a', options)].map((send) => send({ deadline: began + 800 })),
        )
        for (const { status } of answers) expect([503, 504]).toContain(status)
        expect(Date.now() - began).toBeLessThan(5000)
      } finally {
        process.kill(infra.mongodb!.pid()!, 'SIGCONT')
      }

      await vi.waitFor(async () => expect((await add('b')).status).toBe(200), { timeout: 10_000 })
      expect((await read()).body.counter.marks).toContain('b')
    }))

  it(
    'is answered 503, or 504 for a write that may have arrived, within about two seconds; what was acknowledged is there when it is back, without a restart',
    () =>
      withService(async () => {
        await add('before')
        await infra.mongodb!.kill()

        const startedAt = performance.now()
        const [reading, writing] = await Promise.all([read(), add('meanwhile')])
        const took = performance.now() - startedAt
        expect(reading).toMatchObject({ status: 503, failure: 'unavailable', body: { code: 'service_unavailable' } })
        // What was sent on a connection that was not yet known to be dead may have arrived.
        expect(writing.status).toBe(writing.failure === 'unavailable' ? 503 : 504)
        expect(['unavailable', 'outcome_unknown']).toContain(writing.failure)
        for (const { body, retry_after } of [reading, writing]) {
          expect(retry_after).toBe('1')
          expect(JSON.stringify(body)).not.toMatch(/mongo|ECONN|127\.0\.0\.1/i)
        }
        expect(took).toBeLessThan(3500)
        const health = await fetch(service.metrics_url.replace('/metrics', '/health/ready'))
        expect({ status: health.status, body: await health.json() }).toEqual({
          status: 503,
          body: { status: 'not ready', missing: ['mongodb'] },
        })

        await infra.mongodb!.start()
        const backAt = performance.now()
        await expect.poll(async () => (await add('after')).status, { timeout: 10_000 }).toBe(200)
        expect(performance.now() - backAt).toBeLessThan(4000)
        const { body } = await read()
        expect(body.counter.marks[0]).toBe('before')
        expect(body.counter.marks.at(-1)).toBe('after')
      }),
    60_000,
  )

  it('is no error of events while none waits, nor when the service stops meanwhile', async () => {
    const lines: { level: number; msg: string }[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const { stop } = await startService(marksService, marksService.config.parse(servers()), logger)
    await infra.mongodb!.kill()
    await sleep(2500) // outboxes are looked through about once a second
    await infra.mongodb!.start()
    process.kill(infra.mongodb!.pid()!, 'SIGSTOP')
    try {
      await sleep(1500)
      await stop()
    } finally {
      process.kill(infra.mongodb!.pid()!, 'SIGCONT')
    }

    expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  }, 60_000)

  it(
    'a keyed request that met the outage has one effect when it is repeated',
    () =>
      withService(async () => {
        const idempotency_key = `outage-${count}`
        const http_id = 'the-same-request'
        const [, outcome] = await Promise.all([
          sleep(5).then(() => infra.mongodb!.kill()),
          add('once', { idempotency_key, http_id, deadline: Date.now() + 3000 }),
        ])
        await infra.mongodb!.start()

        await expect.poll(async () => (await add('once', { idempotency_key, http_id })).status, { timeout: 10_000 }).toBe(200)
        expect([200, 503, 504]).toContain(outcome.status) // 504: its write was under way
        expect((await read()).body.counter.marks).toEqual(['once'])
      }),
    60_000,
  )
})

describe('NATS away', () => {
  it(
    'calls fail at once, work goes on, events wait and go out in order when it is back',
    () =>
      withService(async () => {
        await add('before')
        await infra.nats!.kill()
        await expect.poll(() => service.bus.connected, { timeout: 5000 }).toBe(false)

        await expect(read()).rejects.toMatchObject({ name: 'NoReplyError', reason: 'disconnected' })
        for (const n of [1, 2, 3]) await service.deps.aggregates.execute(params.id, aCommand({ decide: addMark(`${n}`) }))
        await sleep(300)
        expect((await service.deps.counters.findOne({ _id: params.id }))!.outbox.length).toBeGreaterThanOrEqual(3)

        await infra.nats!.start()
        await expect
          .poll(async () => (await service.deps.counters.findOne({ _id: params.id }))!.outbox, { timeout: 10_000 })
          .toEqual([])
        const events = await eventsOf(service.bus, 'cart')
        expect(events.filter(({ id }) => id === params.id).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
        expect((await read()).status).toBe(200)
      }),
    60_000,
  )

  it(
    'at a thousand waiting events commands are refused, until it is back',
    () =>
      withService(async () => {
        await infra.nats!.kill()
        await expect.poll(() => service.bus.connected, { timeout: 5000 }).toBe(false)
        const manyEvents = {
          decide: (state: ReturnType<typeof aCounter>) => ({
            state,
            events: Array.from({ length: 100 }, (_, n) => counterCreated({ id: `${n}` })),
          }),
        }
        for (let n = 0; n < 10; n++) await service.deps.aggregates.execute(params.id, aCommand(manyEvents))

        await expect(service.deps.aggregates.execute(params.id, aCommand())).rejects.toMatchObject({ kind: 'overloaded' })

        await infra.nats!.start()
        await expect.poll(async () => (await add('after')).status, { timeout: 10_000 }).toBe(200)
        await expect
          .poll(async () => (await eventsOf(service.bus, 'cart')).filter(({ id }) => id === params.id).length, {
            timeout: 10_000,
          })
          .toBe(1001)
        const seqs = (await eventsOf(service.bus, 'cart')).filter(({ id }) => id === params.id).map(({ seq }) => seq)
        expect(seqs).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1))
      }),
    60_000,
  )

  it(
    'whose stream is lost: the stream is made anew and later events go out',
    () =>
      withService(async () => {
        await add('before')
        await expect
          .poll(async () => (await service.deps.counters.findOne({ _id: params.id }))!.outbox, { timeout: 10_000 })
          .toEqual([])
        await infra.nats!.stop()
        await rm(join(home, 'data', 'nats', 'jetstream'), { recursive: true, force: true })
        await infra.nats!.start()

        await expect.poll(async () => (await add('after').catch(() => ({ status: 0 }))).status, { timeout: 10_000 }).toBe(200)
        await expect
          .poll(async () => (await eventsOf(service.bus, 'cart')).map(({ seq }) => seq), { timeout: 10_000 })
          .toEqual([2])
      }),
    60_000,
  )
})

describe('a copy of the access bucket', () => {
  it('keeps its contents while NATS is away, and hears of everything soon after', async () => {
    const { bus, close } = await createTestClient(servers())
    const logger = createLogger('access', 'silent')
    const writer = createAccessWriter(bus)
    await writer.sync(async () => new Map([['jti.1', true]]))
    const bucket = watchAccessBucket(bus, logger)
    await expect.poll(() => bucket.get('jti.1'), { timeout: 5000 }).toBe(true)

    await infra.nats!.kill()
    await sleep(200)
    expect(bucket.get('jti.1')).toBe(true)
    await infra.nats!.start()
    await bus.whenConnected(5000)
    await expect
      .poll(
        () =>
          writer.put('jti.2', true).then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)

    await expect.poll(() => [bucket.get('jti.1'), bucket.get('jti.2')], { timeout: 3000 }).toEqual([true, true])
    bucket.stop()
    await close()
  }, 60_000)
})

describe('the end of a service', () => {
  it('answers all that was taken, and nothing after', async () => {
    service = await startMarks()
    const client = await createTestClient(servers())
    const taken = Array.from({ length: 50 }, () => client.send(wait, { body: { ms: 300 } }))
    await sleep(100)
    const stopping = service.stop()

    expect(new Set((await Promise.all(taken)).map(({ status }) => status))).toEqual(new Set([200]))
    await stopping
    await expect(client.send(wait, { body: { ms: 0 } })).rejects.toMatchObject({ reason: 'no-responders' })
    await client.close()
  })

  it('hands its work over to another replica without an error', async () => {
    service = await startMarks()
    const other = await startMarks()
    const client = await createTestClient(servers())
    const statuses: (number | string)[] = []
    let stop = false
    const load = (async () => {
      while (!stop)
        statuses.push(
          await client.send(wait, { body: { ms: 1 } }).then(
            ({ status }) => status,
            (error: { reason: string }) => error.reason,
          ),
        )
    })()
    await sleep(100)
    await other.stop()
    await sleep(100)
    stop = true
    await load

    expect(new Set(statuses)).toEqual(new Set([200]))
    await client.close()
    await service.stop()
  })

  it('does not wait for a NATS that is away', async () => {
    service = await startMarks()
    await infra.nats!.kill()
    await expect.poll(() => service.bus.connected, { timeout: 5000 }).toBe(false)
    const startedAt = performance.now()
    await service.stop()

    expect(performance.now() - startedAt).toBeLessThan(3000)
  }, 60_000)
})
