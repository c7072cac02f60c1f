import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../tools/infra/ports.ts'
import { makeServerFolder } from '../../../tools/infra/server-folder.ts'
import { type Infra, startInfra } from '../../../tools/infra/start-infra.ts'
import { toDocument } from '../src/aggregate/stored.ts'
import { watchAccessBucket } from '../src/bus/access-bucket.ts'
import { createAccessWriter } from '../src/bus/access-writer.ts'
import { encodeEnvelope, ownEnvelope } from '../src/bus/envelope.ts'
import { mintOpId } from '../src/ids.ts'
import { createLogger } from '../src/observability/logger.ts'
import { periodically } from '../src/process/periodically.ts'
import { STOP_WITHIN_MS } from '../src/process/run-process.ts'
import { startService } from '../src/process/service.ts'
import { timeLeft } from '../src/store/mongo.ts'
import { createTestClient, startTestService } from '../src/testing.ts'
import { aCommand, aCounter, addMark, counterCreated } from './counters.ts'
import { eventsOf } from './event-log.ts'
import { getCounter, guest, mark, marksService, wait } from './marks-service.ts'

/** A signal takes a moment to arrive: until then the server still answers. */
async function suspend() {
  process.kill(infra.mongodb!.pid()!, 'SIGSTOP')
  await sleep(200)
}

/** Separate servers for this file, which it can stop and start. */
let home: string
let infra: Infra
let count = 0
const servers = () => ({ NATS_URL: infra.nats_url, MONGODB_URL: infra.mongodb_url, MONGODB_PREFIX: `outage${count}` })
beforeAll(async () => {
  home = await makeServerFolder()
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

describe('during startup', () => {
  it('a service waits for MongoDB and NATS, in whatever order they become available', async () => {
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
  })
})

describe('while MongoDB is unavailable', () => {
  it('a hanging server makes reads and writes end at their deadlines, and is used again once it resumes', () =>
    withService(async () => {
      expect((await read()).status).toBe(200)
      await suspend()
      try {
        const deadline = Date.now() + 800
        const answers = await Promise.all([read, (options: object) => add('a', options)].map((send) => send({ deadline })))
        for (const { status } of answers) expect([503, 504]).toContain(status)
        expect(Date.now() - deadline).toBeLessThan(10_000) // the client would wait for half a minute
      } finally {
        process.kill(infra.mongodb!.pid()!, 'SIGCONT')
      }

      await vi.waitFor(async () => expect((await add('b')).status).toBe(200))
      expect((await read()).body.counter.marks).toContain('b')
    }))

  it('requests fail with 503 or 504 well before the deadline, and recover without a restart or lost writes', () =>
    withService(async () => {
      await add('before')
      await infra.mongodb!.kill()

      const deadline = Date.now() + 60_000
      const [reading, writing] = await Promise.all([read({ deadline }), add('meanwhile', { deadline })])
      expect(deadline - Date.now()).toBeGreaterThan(30_000)
      expect(reading).toMatchObject({ status: 503, failure: 'unavailable', body: { code: 'service_unavailable' } })
      // A write on a connection that was not yet known to be dead may have arrived.
      expect(writing.status).toBe(writing.failure === 'unavailable' ? 503 : 504)
      expect(['unavailable', 'outcome_unknown']).toContain(writing.failure)
      for (const { body, retry_after } of [reading, writing]) {
        expect(retry_after).toBe('1')
        expect(JSON.stringify(body)).not.toMatch(/mongo|ECONN|127\.0\.0\.1/i)
      }
      await vi.waitFor(async () => {
        const health = await fetch(service.metrics_url.replace('/metrics', '/health/ready'))
        expect({ status: health.status, body: await health.json() }).toEqual({
          status: 503,
          body: { status: 'not ready', missing: ['mongodb'] },
        })
      })

      await infra.mongodb!.start()
      await expect.poll(async () => (await add('after')).status).toBe(200)
      const { body } = await read()
      expect(body.counter.marks[0]).toBe('before')
      expect(body.counter.marks.at(-1)).toBe('after')
    }))

  it('no error about events is logged while none are waiting, nor when the service stops during the outage', async () => {
    const lines: { level: number; msg: string }[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const { stop } = await startService(marksService, marksService.config.parse(servers()), logger)
    await infra.mongodb!.kill()
    await sleep(2500) // outboxes are swept about once a second
    await infra.mongodb!.start()
    await suspend()
    try {
      await sleep(1500)
      await stop()
    } finally {
      process.kill(infra.mongodb!.pid()!, 'SIGCONT')
    }

    expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  })

  it('a starting service is live but not ready, and becomes ready once everything is prepared', async () => {
    await infra.mongodb!.kill()
    const METRICS_PORT = `${await freePort()}`
    let prepare = () => {}
    const prepared = new Promise<void>((resolve) => {
      prepare = resolve
    })
    const slow: typeof marksService = {
      ...marksService,
      async prepare(foundation) {
        await prepared
        return marksService.prepare(foundation)
      },
    }
    const config = slow.config.parse({ ...servers(), METRICS_PORT })
    const starting = startService(slow, config, createLogger('marks', 'silent'))
    const health = async (what: string) => {
      const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/health/${what}`)
      return [answer.status, ((await answer.json()) as { missing?: string[] }).missing]
    }

    await expect.poll(() => health('live').catch(() => undefined)).toEqual([200, undefined])
    expect(await health('ready')).toEqual([503, ['starting']])
    await infra.mongodb!.start()
    await sleep(1500)
    expect([await health('live'), await health('ready')]).toEqual([
      [200, undefined],
      [503, ['starting']],
    ])
    prepare()

    const { stop } = await starting
    await expect.poll(() => health('ready')).toEqual([200, []])
    await stop()
  })

  it('a request with an idempotency key has one effect when it is repeated after the outage', () =>
    withService(async () => {
      const idempotency_key = `outage-${count}`
      const http_id = 'the-same-request'
      const [, outcome] = await Promise.all([
        sleep(5).then(() => infra.mongodb!.kill()),
        add('once', { idempotency_key, http_id, deadline: Date.now() + 3000 }),
      ])
      await infra.mongodb!.start()

      await expect.poll(async () => (await add('once', { idempotency_key, http_id })).status).toBe(200)
      expect([200, 503, 504]).toContain(outcome.status) // 504: its write was in progress
      expect((await read()).body.counter.marks).toEqual(['once'])
    }))
})

describe('while NATS is unavailable', () => {
  it('calls fail at once, work continues, and events are published in order after the outage', () =>
    withService(async () => {
      await add('before')
      await infra.nats!.kill()
      await expect.poll(() => service.bus.connected).toBe(false)

      await expect(read()).rejects.toMatchObject({ name: 'NoReplyError', reason: 'disconnected' })
      for (const n of [1, 2, 3]) await service.deps.aggregates.execute(params.id, aCommand({ decide: addMark(`${n}`) }))
      await sleep(300)
      expect((await service.deps.counters.findOne({ _id: params.id }))!.outbox.length).toBeGreaterThanOrEqual(3)

      await infra.nats!.start()
      await expect.poll(async () => (await service.deps.counters.findOne({ _id: params.id }))!.outbox).toEqual([])
      const events = await eventsOf(service.bus, 'cart')
      expect(events.filter(({ id }) => id === params.id).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
      expect((await read()).status).toBe(200)
    }))

  it('commands are rejected at a thousand waiting events, until NATS is back', () =>
    withService(async () => {
      await infra.nats!.kill()
      await expect.poll(() => service.bus.connected).toBe(false)
      const manyEvents = {
        decide: (state: ReturnType<typeof aCounter>) => ({
          state,
          events: Array.from({ length: 100 }, (_, n) => counterCreated({ id: `${n}` })),
        }),
      }
      const again = { op_id: mintOpId(Date.now()) } // one effect, however often it is sent
      for (let n = 0; n < 10; n++) await service.deps.aggregates.execute(params.id, aCommand(manyEvents))

      await expect(service.deps.aggregates.execute(params.id, aCommand())).rejects.toMatchObject({ kind: 'overloaded' })

      await infra.nats!.start()
      await expect.poll(async () => (await add('after', again)).status).toBe(200)
      await expect.poll(async () => (await eventsOf(service.bus, 'cart')).filter(({ id }) => id === params.id).length).toBe(1001)
      const seqs = (await eventsOf(service.bus, 'cart')).filter(({ id }) => id === params.id).map(({ seq }) => seq)
      expect(seqs).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1))
    }))

  it('and its stream is lost, the stream is recreated and later events are published', () =>
    withService(async () => {
      await add('before')
      await expect.poll(async () => (await service.deps.counters.findOne({ _id: params.id }))!.outbox).toEqual([])
      await infra.nats!.stop()
      await rm(join(home, 'data', 'nats', 'jetstream'), { recursive: true, force: true })
      await infra.nats!.start()

      const again = { op_id: mintOpId(Date.now()) } // one effect, however often it is sent
      await expect.poll(async () => (await add('after', again)).status).toBe(200)
      await expect.poll(async () => (await eventsOf(service.bus, 'cart')).map(({ seq }) => seq)).toEqual([2])
    }))
})

describe('a copy of the access bucket', () => {
  it('keeps its contents while NATS is unavailable, and catches up soon after', async () => {
    const { bus, close } = await createTestClient(servers())
    const logger = createLogger('access', 'silent')
    const writer = createAccessWriter(bus)
    await writer.sync(async () => new Map([['jti.1', true]]))
    const bucket = watchAccessBucket(bus, logger)
    await expect.poll(() => bucket.get('jti.1')).toBe(true)

    await infra.nats!.kill()
    await sleep(200)
    expect(bucket.get('jti.1')).toBe(true)
    await infra.nats!.start()
    await bus.whenConnected(60_000)
    await expect
      .poll(() =>
        writer.put('jti.2', true).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)

    await expect.poll(() => [bucket.get('jti.1'), bucket.get('jti.2')]).toEqual([true, true])
    bucket.stop()
    await close()
  })
})

describe('stopping a service', () => {
  it('answers all requests already taken, and takes no more', async () => {
    service = await startMarks()
    const client = await createTestClient(servers())
    const taken = Array.from({ length: 50 }, () => client.send(wait, { body: { ms: 300 } }))
    await client.bus.nc.flush() // from here on the requests are on their way to the service
    const stopping = service.stop()

    expect(new Set((await Promise.all(taken)).map(({ status }) => status))).toEqual(new Set([200]))
    await stopping
    await expect(client.send(wait, { body: { ms: 0 } })).rejects.toMatchObject({ reason: 'no-responders' })
    await client.close()
  })

  it('sends long lists on to readers who read on, and breaks the others off', async () => {
    service = await startMarks()
    const client = await createTestClient(servers())
    const ask = async (batches: number) => {
      const h = encodeEnvelope({ ...ownEnvelope('test', 30_000), actor, params: {}, query: '' })
      const body = Buffer.from(JSON.stringify({ batches, bytes: 50_000 }))
      const reader = (await client.bus.request('cart.long-list', h, body, 30_000)).parts![Symbol.asyncIterator]()
      await reader.next()
      return async () => {
        let bytes = 0
        for await (const part of reader) bytes += part.length
        return bytes
      }
    }
    const [readOn, readLater] = [await ask(8), await ask(100)]
    const stopping = service.stop()
    expect(await readOn()).toBeGreaterThan(7 * 500_000)
    await stopping

    expect(service.deps.runs.length).toBeLessThan(8 + 10)
    const message = expect.stringContaining('is missing') // its sender said so
    await expect(readLater()).rejects.toMatchObject({ name: 'BrokenReplyError', message })
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

  it('does not wait for background work that is blocked by MongoDB', async () => {
    let looking = false
    let go = () => {}
    const suspended = new Promise<void>((resolve) => (go = resolve))
    const held: typeof marksService = {
      ...marksService,
      background: ({ counters }) => [
        periodically({
          async look() {
            await suspended
            looking = true
            await counters.findOne({}, timeLeft(Date.now() + 60_000))
          },
          failed: () => {},
          firstAfterMs: 0,
        }),
      ],
    }
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    const { stop } = await startService(held, held.config.parse(servers()), logger)
    await suspend()
    go()
    try {
      await expect.poll(() => looking).toBe(true)
      const told_at = Date.now()
      await stop()
      expect(Date.now() - told_at).toBeLessThan(STOP_WITHIN_MS)
    } finally {
      process.kill(infra.mongodb!.pid()!, 'SIGCONT')
    }
    expect(lines).toContain('background work: could not be closed in order')
  })

  it('does not wait for an unavailable NATS', async () => {
    const logger = createLogger('cart', 'silent')
    const { bus, stop } = await startService(marksService, marksService.config.parse(servers()), logger)
    await infra.nats!.kill()
    await expect.poll(() => bus.connected).toBe(false)

    const told_at = Date.now()
    await stop() // while NATS is still unavailable
    expect(Date.now() - told_at).toBeLessThan(STOP_WITHIN_MS)
    expect(infra.nats!.pid()).toBeUndefined()
  })
})
