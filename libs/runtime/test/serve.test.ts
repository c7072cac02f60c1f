import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceStats } from '@nats-io/services'
import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { OperationError } from '@souk/contracts'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { toDocument } from '../src/aggregate/stored.ts'
import { backgroundEnvelope, encodeEnvelope, ownEnvelope } from '../src/bus/envelope.ts'
import { NoReplyError } from '../src/bus/no-reply.ts'
import type { PartReader } from '../src/bus/part-reader.ts'
import { startService } from '../src/process/service.ts'
import { createTestClient, startTestService, testServers } from '../src/testing.ts'
import { aCounter } from './counters.ts'
import {
  big,
  createCounter,
  fail,
  getCounter,
  guest,
  holdRuns,
  list,
  longList,
  mark,
  marksService,
  wait,
} from './marks-service.ts'

let service: Awaited<
  ReturnType<typeof startTestService<Awaited<ReturnType<typeof marksService.prepare>>, typeof marksService.config>>
>
beforeAll(async () => {
  service = await startTestService(marksService)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.deps.counters.insertOne(toDocument(aCounter()))
})
afterEach(async () => {
  await service.deps.counters.deleteMany({})
})

const actor = guest()
const params = { id: 'ctr_1' }
const envelope = (overrides = {}) => ({ ...ownEnvelope('test', 30_000), actor, ...overrides })
const sendMark = (name: string, options = {}) => service.send(mark, { params, body: { mark: name }, actor, ...options })

describe('an answer', () => {
  it('has the status of its operation, and the revision as ETag', async () => {
    const created = await service.send(createCounter, { body: { owner: 'ann' }, actor })

    expect(created).toMatchObject({ status: 201, etag: '"1"', replayed: false, failure: undefined })
    expect(await service.send(getCounter, { params: { id: created.body.counter.id }, actor })).toMatchObject({
      status: 200,
      etag: '"1"',
    })
  })

  it('has a new ETag after each mutation, and If-Match is checked', async () => {
    expect(await sendMark('a')).toMatchObject({ status: 200, etag: '"2"' })
    expect(await sendMark('b', { if_match: '"1"' })).toMatchObject({ status: 412, body: { code: 'revision_mismatch' } })
    expect(await sendMark('b', { if_match: 'W/"2"' })).toMatchObject({ status: 412 })
    expect(await sendMark('b', { if_match: '"2"' })).toMatchObject({ status: 200, etag: '"3"' })
    expect(await sendMark('c', { if_match: '"1", "3"' })).toMatchObject({ status: 200 })
    expect(await sendMark('d', { if_match: '*' })).toMatchObject({ status: 200 })
    for (const if_match of ['"1"', '*'])
      expect(await service.send(createCounter, { body: { owner: 'ann' }, actor, if_match })).toMatchObject({ status: 400 })
  })

  it('ignores additional_data in a body, and rejects it when it is not an object', async () => {
    const sent = (additional_data: unknown) => service.send(mark, { params, body: { mark: 'a', additional_data }, actor })

    for (const nothing of [{ brand: 'x' }, {}, null]) expect(await sent(nothing)).toMatchObject({ status: 200 })
    for (const wrong of ['x', [], 1, true])
      expect(await sent(wrong)).toMatchObject({
        status: 400,
        body: { message: "Invalid request: Unrecognized fields: 'additional_data'" },
      })
  })

  it.each(['3', '"x"', '"1" "2"', '"-1"', ''])('rejects the malformed If-Match %j', async (if_match) => {
    const { status, body } = await service.send(mark, { params, body: { mark: 'a' }, actor, if_match })

    expect({ status, type: body.type }).toEqual({ status: 400, type: 'invalid_data' })
  })

  it('has the status of the rejection, which does not count as a failure of the service', async () => {
    const { status, body, failure } = await service.send(getCounter, { params: { id: 'none' }, actor })

    expect({ status, failure, type: body.type, message: body.message }).toEqual({
      status: 404,
      failure: undefined,
      type: 'not_found',
      message: 'Counter none was not found',
    })
  })

  it('names every problem of a request', async () => {
    const { status, body } = await service.send(mark, { params, query: 'c=1', body: { mark: 'a' }, actor })
    const other = await service.send(mark, { params, body: { mark: 5, extra: true, refuse: 'x' }, actor })

    expect({ status, message: body.message }).toEqual({ status: 400, message: "Invalid request: Unrecognized fields: 'c'" })
    expect(other.body.errors).toHaveLength(3)
  })

  /** The service's log lines during `ask`. */
  async function logOf<R>(ask: (client: Awaited<ReturnType<typeof createTestClient>>) => Promise<R>) {
    const lines: { msg: string; operation?: string }[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const servers = testServers()
    await service.stop()
    const logged = await startService(marksService, marksService.config.parse(servers), logger)
    const client = await createTestClient(servers)

    const answer = await ask(client)

    await client.close()
    await logged.db.dropDatabase()
    await logged.stop()
    service = await startTestService(marksService)
    return { answer, lines }
  }

  it('reveals nothing about an unexpected error, while the log has the cause', async () => {
    const { answer, lines } = await logOf((client) => client.send(fail, { actor }))

    const { status, body, failure } = answer
    expect({ status, failure, body }).toEqual({
      status: 500,
      failure: 'unexpected',
      body: { type: 'unknown_error', code: 'unknown_error', message: 'An unknown error occurred.', request_id: body.request_id },
    })
    expect(lines.find(({ msg }) => msg === 'failed')).toMatchObject({
      operation: 'fail',
      status: 500,
      request_id: body.request_id,
      err: { message: 'connection string mongodb://secret' },
    })
  })

  it.each([
    ['overloaded', 503],
    ['unavailable', 503],
    ['deadline_exceeded', 504],
  ] as const)('of a frequent failure (%s) leaves one short line in the log', async (reason, status) => {
    const { lines } = await logOf((client) => client.send(mark, { params, body: { mark: 'a', refuse: reason }, actor }))

    const [line, ...others] = lines.filter(({ operation }) => operation === 'mark')
    expect(line).toMatchObject({ level: 40, msg: 'refused', reason, status })
    expect(line).not.toHaveProperty('err')
    expect(others).toEqual([])
  })

  it.each([
    ['a defect', {}, { level: 50, msg: 'failed', status: 500, err: expect.objectContaining({ type: 'BrokenReplyError' }) }],
    ['a dependency away', { is_away: true }, { level: 40, msg: 'refused', status: 503, reason: 'unavailable' }],
  ])('of a long answer that %s breaks off leaves a line with its cause', async (_of, why, expected) => {
    const body = { batches: 9, bytes: 100_000, fails_at: 8, ...why }
    const { lines } = await logOf((client) => expect(client.send(longList, { body, actor })).rejects.toThrow('is missing'))

    expect(lines.filter(({ operation }) => operation === 'long-list')).toEqual([expect.objectContaining(expected)])
  })
})

describe('a repeated attempt', () => {
  it('has one effect and the ids of the first attempt', async () => {
    const op_id = ownEnvelope('test', 0).op_id
    const answers = await Promise.all([1, 2, 3].map(() => service.send(createCounter, { body: { owner: 'ann' }, actor, op_id })))
    await Promise.all([1, 2, 3].map(() => sendMark('once', { op_id })))

    expect(new Set(answers.map(({ body }) => body.counter.id)).size).toBe(1)
    expect(await service.deps.counters.countDocuments()).toBe(2)
    expect((await service.deps.counters.findOne({ _id: 'ctr_1' }))!.marks).toEqual(['once'])
  })
})

describe('a long answer', () => {
  it.each([1024, 512 * 1024 - 12, 512 * 1024 + 2, 1_500_000, 4 * 1024 * 1024, 10 * 1024 * 1024])(
    'of %i bytes arrives complete',
    async (bytes) => {
      const { body } = await service.send(big, { body: { bytes } })

      expect(body.text.length).toBe(bytes / 2)
      expect(body.text).toBe('ü'.repeat(bytes / 2))
    },
  )

  it('arrives complete when several are sent concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => service.send(big, { body: { bytes: 2_000_000 + index * 2 } })),
    )

    expect(answers.map(({ body }) => body.text.length)).toEqual(Array.from({ length: 8 }, (_, index) => 1_000_000 + index))
  })

  it.each([0, 1, 500, 501, 1000, 1001, 20_000])('with a list of %i is the same JSON as if sent in one piece', async (count) => {
    const { text } = await service.send(list, { body: { count } })

    expect(text).toBe(JSON.stringify({ count, list: Array.from({ length: count }, (_, n) => ({ n })), last: null }))
  })

  const MB = 1024 * 1024
  const askBig = (bytes: number) => {
    const h = encodeEnvelope({ ...envelope(), params: {}, query: '' })
    return service.bus.request('cart.big', h, Buffer.from(JSON.stringify({ bytes })), 30_000)
  }
  const received = () => service.bus.nc.stats().inBytes

  it('is sent no faster than it is read', async () => {
    const before = received()
    const { parts } = await askBig(10 * MB)
    await sleep(150) // all bytes would arrive within milliseconds; a reader who does not begin has two seconds
    expect(received() - before).toBeLessThan(1.5 * MB)

    let bytes = 0
    for await (const part of parts!) bytes += part.length

    expect(bytes).toBe(10 * MB + '{"text":""}'.length)
  })

  it.each([
    ['is abandoned by its reader', (parts: PartReader) => parts.leave()],
    ['nobody begins to read within two seconds', () => sleep(3000)],
  ])('that %s is not sent any further', async (_case, leave) => {
    const before = received()
    const { parts } = await askBig(10 * MB)
    await leave(parts!)
    const read = async () => {
      for await (const _part of parts!);
    }
    await read().catch(() => {})
    await sleep(100)

    expect(received() - before).toBeLessThan(2 * MB)
  })

  const textOf = (batches: number, bytes: number) =>
    JSON.stringify({
      count: batches * 10,
      list: Array.from({ length: batches * 10 }, (_, n) => ({ n, text: 'x'.repeat(bytes) })),
      last: null,
    })
  const askLong = (body: { batches: number; bytes: number; fails_at?: number }) => {
    const h = encodeEnvelope({ ...envelope(), params: {}, query: '' })
    return service.bus.request('cart.long-list', h, Buffer.from(JSON.stringify(body)), 30_000)
  }
  const made = () => service.deps.runs.filter((run) => run.startsWith('batch')).length

  it.each([
    [0, 1],
    [1, 10],
    [2, 10],
    [3, 100_000],
    [20, 20_000],
  ])('made in %i batches of records of %i bytes is the same JSON as if made in one piece', async (batches, bytes) => {
    const { status, text } = await service.send(longList, { body: { batches, bytes } })

    expect(status).toBe(200)
    expect(text === textOf(batches, bytes)).toBe(true)
  })

  it('is made no faster than it is read, and no further once its reader leaves', async () => {
    const before = made()
    const { parts } = await askLong({ batches: 100, bytes: 50_000 })
    await sleep(300)
    expect(made() - before).toBeLessThan(10)

    parts!.leave()
    await sleep(300)
    expect(made() - before).toBeLessThan(10)
  })

  it('may pause for longer than two seconds between batches when its operation says so', async () => {
    const { status, text } = await service.send(longList, { body: { batches: 3, bytes: 100_000, slow_ms: 2500 } })

    expect(status).toBe(200)
    expect(text === textOf(3, 100_000)).toBe(true)
  })

  it('is replaced by an error when it fails before anything was sent', async () => {
    expect(await service.send(longList, { body: { batches: 5, bytes: 10, fails_at: 0 } })).toMatchObject({ status: 500 })
    expect(await service.send(longList, { body: { batches: 5, bytes: 10, fails_at: 4 } })).toMatchObject({
      status: 500,
      body: { type: 'unknown_error', message: 'An unknown error occurred.' },
    })
  })

  it('breaks off when it fails after a part was sent', async () => {
    const { status, parts } = await askLong({ batches: 9, bytes: 100_000, fails_at: 8 })
    const read = async () => {
      for await (const _part of parts!);
    }

    expect(status).toBe(200)
    await expect(read()).rejects.toMatchObject({ name: 'BrokenReplyError', message: expect.stringContaining('is missing') })
  })

  it('is rejected while eight others are being made', async () => {
    const { open } = holdRuns(service.deps)
    const others = Array.from({ length: 8 }, () => askLong({ batches: 3, bytes: 10 }))

    await vi.waitFor(async () =>
      expect(await service.send(longList, { body: { batches: 2, bytes: 10 } })).toMatchObject({
        status: 503,
        failure: 'overloaded',
      }),
    )
    open()
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    await expect.poll(async () => (await service.send(longList, { body: { batches: 2, bytes: 10 } })).status).toBe(200)
  })

  it('replaces the slowest of eight others that are being read, which breaks off', async () => {
    const body = { batches: 20, bytes: 50_000 }
    const replies = await Promise.all(Array.from({ length: 8 }, () => askLong(body)))
    const readers = replies.map(({ parts }) => parts![Symbol.asyncIterator]())
    const read = async (reader: AsyncGenerator<Uint8Array>, parts: number) => {
      for (let n = 0; n < parts; n++) await reader.next()
    }
    await Promise.all(readers.map((reader, n) => read(reader, n === 0 ? 1 : 16)))
    await sleep(3100)

    expect((await service.send(longList, { body: { batches: 2, bytes: 10 } })).status).toBe(200)

    const rest = async (reader: AsyncGenerator<Uint8Array>) => {
      let count = 0
      for await (const part of reader) count += part.length
      return count
    }
    await expect(rest(readers[0]!)).rejects.toMatchObject({ name: 'BrokenReplyError' })
    for (const reader of readers.slice(1)) expect(await rest(reader)).toBeGreaterThan(7 * MB)
  })

  /** Sends the parts of a reply by hand. */
  async function partsFrom(answer: (send: (part: number, data: Uint8Array) => void) => Promise<void> | void) {
    const subject = `parts.${randomBytes(4).toString('hex')}`
    const subscription = service.bus.nc.subscribe(subject, {
      callback: (_error, message) => {
        void answer((part, data) => {
          const h = headers()
          h.set('part', String(part))
          if (part === 0) h.set('status', '200')
          message.respond(data, { headers: h })
        })
      },
    })
    await service.bus.nc.flush()
    const { parts } = await service.bus.request(subject, headers(), new Uint8Array(0), 20_000)
    const read = (async () => {
      const chunks: string[] = []
      for await (const chunk of parts!) chunks.push(Buffer.from(chunk).toString())
      return chunks
    })()
    return read.finally(() => subscription.unsubscribe())
  }
  const bytes = (text: string) => Buffer.from(text)
  const end = new Uint8Array(0)

  it('is read part by part', async () => {
    const read = partsFrom(async (send) => {
      send(0, bytes('a'))
      await sleep(50)
      send(1, bytes('b'))
      send(2, bytes('c'))
      send(3, end)
    })

    expect(await read).toEqual(['a', 'b', 'c'])
  })

  it('with a missing part breaks off at once', async () => {
    const read = partsFrom((send) => {
      send(0, bytes('a'))
      send(2, bytes('c'))
      send(3, end)
    })

    await expect(read).rejects.toMatchObject({ name: 'BrokenReplyError', message: 'part 1 of the reply is missing' })
  })

  it('breaks off when it pauses for two seconds', async () => {
    const startedAt = performance.now()
    const read = partsFrom((send) => {
      send(0, bytes('a'))
      send(1, bytes('b'))
    })

    await expect(read).rejects.toMatchObject({
      name: 'BrokenReplyError',
      message: 'the next part of the reply did not come',
    })
    expect(performance.now() - startedAt).toBeGreaterThan(1900)
  })
})

describe('a message', () => {
  it('past its deadline is rejected before MongoDB is touched', async () => {
    const { status, body } = await sendMark('late', { deadline: Date.now() - 1 })

    expect({ status, code: body.code }).toEqual({ status: 504, code: 'deadline_exceeded' })
    expect(service.deps.runs).not.toContain('late')
  })

  const raw = async (subject: string, data: Uint8Array, h?: MsgHdrs) => {
    const reply = await service.bus.nc.request(subject, data, { timeout: 20_000, ...(h && { headers: h }) })
    return { status: Number(reply.headers?.get('status')), body: JSON.parse(reply.string()) }
  }
  const withHeader = (name: string, value: string) => {
    const h = encodeEnvelope(envelope({ params }))
    h.set(name, value)
    return h
  }

  it.each([
    ['without headers', undefined, '{}'],
    ['without an op-id', () => withHeader('op-id', ''), '{}'],
    ['with an invalid op-id', () => withHeader('op-id', '../../x'), '{}'],
    ['without a deadline', () => withHeader('deadline', ''), '{}'],
    ['with a deadline that is not a number', () => withHeader('deadline', 'soon'), '{}'],
    ['with params that are not JSON', () => withHeader('params', '{'), '{}'],
    ['with params that are not an object', () => withHeader('params', '5'), '{}'],
    ['with null as params', () => withHeader('params', 'null'), '{}'],
    ['with a query that is not a string', () => withHeader('query', '{"a":1}'), '{}'],
    ['with a query that is not JSON', () => withHeader('query', 'a=b'), '{}'],
    ['with an actor that is not JSON', () => withHeader('actor', 'root'), '{}'],
    ['with an idempotency key that is not a string', () => withHeader('idempotency-key', '[]'), '{}'],
    ['with a body that is not JSON', () => encodeEnvelope(envelope({ params })), '{"mark":'],
    ['with a binary body', () => encodeEnvelope(envelope({ params })), randomBytes(10_000)],
    ['with a binary body and no headers', undefined, randomBytes(100_000)],
    [
      'with a body of 800 KB',
      () => encodeEnvelope(envelope({ params })),
      `{"mark":"${'x'.repeat(10)}","a":[${'1,'.repeat(400_000)}1]}`,
    ],
  ])('%s is rejected with 400', async (_kind, h, data) => {
    const { status, body } = await raw('cart.mark', typeof data === 'string' ? Buffer.from(data) : data, h?.())

    expect({ status, type: body.type }).toEqual({ status: 400, type: 'invalid_data' })
  })

  it.each(['null', '{}', '[]', '""'])('with the actor %s is rejected with 401', async (value) => {
    const { status } = await raw('cart.mark', Buffer.from('{"mark":"a"}'), withHeader('actor', value))

    expect(status).toBe(401)
  })

  it('without a reply subject is processed nevertheless', async () => {
    service.bus.nc.publish('cart.mark', Buffer.from('{"mark":"silent"}'), { headers: encodeEnvelope(envelope({ params })) })

    await expect.poll(async () => (await service.deps.counters.findOne({ _id: 'ctr_1' }))!.marks).toEqual(['silent'])
  })

  it('with garbage, sent 1,000 times, does no harm', async () => {
    for (let n = 0; n < 1000; n++) {
      const h = n % 3 === 0 ? undefined : n % 3 === 1 ? encodeEnvelope(envelope()) : withHeader('deadline', String(n))
      service.bus.nc.publish('cart.mark', randomBytes(n), h && { headers: h })
    }

    expect(await sendMark('after')).toMatchObject({ status: 200 })
  })
})

describe('a replica', () => {
  it('rejects requests beyond its limits at once, and continues with the others', async () => {
    const servers = testServers()
    await service.stop()
    service = await startTestService(marksService, { servers, env: { CONCURRENCY: '2', QUEUE: '3' } })

    const inTheirOrder: number[] = []
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const answer = await service.send(wait, { body: { ms: 1000 } })
        inTheirOrder.push(answer.status)
        return answer
      }),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5)
    expect(answers.find(({ status }) => status === 503)).toMatchObject({
      body: { code: 'overloaded' },
      retry_after: '1',
      failure: 'overloaded',
    })
    expect(inTheirOrder.slice(0, 5)).toEqual(Array(5).fill(503)) // while the others are still running
    expect(await service.send(wait, { body: { ms: 1 } })).toMatchObject({ status: 200 })
  })

  it('rejects requests that it could not answer in time', async () => {
    const running = [1, 2].map(() => service.send(wait, { body: { ms: 2000 } }))
    const hurried = await service.send(wait, { body: { ms: 1 }, deadline: Date.now() + 1000 })

    expect(hurried.status).toBeGreaterThanOrEqual(503)
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('appears with its endpoints in service discovery, and rejections do not count as errors', async () => {
    await service.send(getCounter, { params: { id: 'none' }, actor })
    const info = (await service.bus.nc.request('$SRV.INFO.cart', undefined, { timeout: 20_000 })).json<{
      metadata: object
      endpoints: { name: string; subject: string }[]
    }>()
    const stats = (await service.bus.nc.request('$SRV.STATS.cart', undefined, { timeout: 20_000 })).json<{
      endpoints: { name: string; num_requests: number; num_errors: number }[]
    }>()

    expect(info).toMatchObject({ metadata: { metrics_url: service.metrics_url } })
    expect(info.endpoints.map(({ subject }) => subject)).toContain('cart.mark')
    expect(stats.endpoints.find(({ name }) => name === 'get-counter')!.num_errors).toBe(0)
  })

  it('reports processing times and failures to service discovery', async () => {
    const statsOf = async (operation: string) => {
      const reply = await service.bus.nc.request(`$SRV.STATS.cart.${service.id}`, undefined, { timeout: 20_000 })
      return reply.json<ServiceStats>().endpoints!.find(({ name }) => name === operation)!
    }
    const before = await statsOf(wait.name)
    for (const replica of [undefined, service.id]) await service.send(wait, { body: { ms: 150 }, ...(replica && { replica }) })
    const after = await statsOf(wait.name)

    expect(after.num_requests - before.num_requests).toBe(2)
    expect((after.processing_time - before.processing_time) / 2).toBeGreaterThan(149 * 1_000_000)
    expect(after.average_processing_time).toBe(Math.round(after.processing_time / after.num_requests))

    const { num_errors } = await statsOf(fail.name)
    await service.send(fail, { actor })
    expect(await statsOf(fail.name)).toMatchObject({ num_errors: num_errors + 1, last_error: 'unexpected' })
  })

  it('serves metrics and health', async () => {
    await sendMark('a')
    const text = await (await fetch(service.metrics_url)).text()
    const ready = await vi.waitFor(async () => {
      const answer = await fetch(service.metrics_url.replace('/metrics', '/health/ready'))
      if (answer.status === 503) throw new Error(await answer.text())
      return answer
    })

    expect(text).toMatch(/souk_request_duration_seconds_count\{service="cart",operation="mark",status="200"\} [1-9]/)
    expect({ status: ready.status, body: await ready.json() }).toEqual({ status: 200, body: { status: 'ready', missing: [] } })
  })
})

describe('a call from one service to another', () => {
  it('returns the body of the answer, or throws the rejection as it was', async () => {
    const call = (id: string) => service.bus.call(getCounter, { params: { id } }, envelope())

    expect(await call('ctr_1')).toMatchObject({ counter: { id: 'ctr_1' } })
    await expect(call('none')).rejects.toMatchObject({
      name: 'OperationError',
      kind: 'not_found',
      message: 'Counter none was not found',
    })
  })

  it.each([
    ['conflict', { refuse: 'conflict' }, 409, 1],
    ['unauthorized', { refuse: 'unauthorized' }, 401, undefined],
    ['rate_limited', { refuse: 'rate_limited' }, 429, undefined],
    ['not_allowed', { refuse: 'not_allowed' }, 400, undefined],
    ['unavailable', { refuse: 'overloaded' }, 503, 1],
    ['unavailable', { refuse: 'unexpected' }, 503, 1],
  ] as const)('passes on %s, and whether it may be retried', async (kind, extra, status, retry_after) => {
    const error = await service.bus.call(mark, { params, body: { mark: 'a', ...extra } }, envelope()).catch((thrown) => thrown)

    expect(error).toBeInstanceOf(OperationError)
    expect(error).toMatchObject({ kind, status, retry_after })
  })

  it('joins an answer sent in parts', async () => {
    expect(await service.bus.call(big, { body: { bytes: 2_000_000 } }, envelope())).toEqual({ text: 'ü'.repeat(1_000_000) })
  })

  it('is unavailable when nobody answers, or not in time', async () => {
    const nobody = { ...getCounter, service: 'orders' as const }

    await expect(service.bus.call(nobody, { params }, envelope())).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(service.bus.call({ ...wait, attempt_ms: 50 }, { body: { ms: 500 } }, envelope())).rejects.toMatchObject({
      kind: 'unavailable',
    })
    await expect(service.bus.call(wait, { body: { ms: 1 } }, envelope({ deadline: Date.now() - 1 }))).rejects.toMatchObject({
      kind: 'deadline_exceeded',
    })
  })

  it('from background work waits until its deadline', async () => {
    const slow = { ...wait, attempt_ms: 50 }
    await service.bus.call(slow, { body: { ms: 500 } }, backgroundEnvelope('cart', 20_000))
    await expect(service.bus.call(slow, { body: { ms: 1000 } }, backgroundEnvelope('cart', 100))).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('fails at once when nobody subscribes', async () => {
    const error = await service.bus.request('nobody.there', headers(), new Uint8Array(0), 20_000).catch((thrown) => thrown)

    expect(error).toBeInstanceOf(NoReplyError)
    expect(error.reason).toBe('no-responders') // as the server reports, not 'timeout'
    // Other calls may still be waiting, but for less long than this one would have.
    await expect.poll(() => service.bus.inFlight, { timeout: 15_000 }).toBe(0)
  })
})
