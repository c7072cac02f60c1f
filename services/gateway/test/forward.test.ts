import { createPriceListPrice, getMember, type Operation } from '@souk/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer, overloadedReply, type PeerReply, unavailableReply } from './support/peer.ts'

let gateway: TestGateway
let shared: TestGateway
let headers: Record<string, string>
let running: { stop(): void }[] = []
beforeAll(async () => {
  gateway = shared = await startTestGateway()
  headers = await bearer()
})
afterAll(() => shared.stop())
afterEach(() => {
  for (const { stop } of running) stop()
  running = []
})

async function serving(operation: Operation, handle: Parameters<TestGateway['peer']['answer']>[1]) {
  const answering = gateway.peer.answer(operation, handle)
  running.push(answering)
  await answering.ready
  return answering
}
const get = (extra: Record<string, string> = {}) =>
  timed(gateway.ask('/vendor/members/mem_1', { headers: { ...headers, ...extra } }))
const post = (extra: Record<string, string> = {}) =>
  timed(
    gateway.ask('/vendor/price-lists/plist_1/prices', { method: 'POST', headers: { ...headers, ...extra }, body: { amount: 1 } }),
  )
async function timed<T>(answer: Promise<T>) {
  const startedAt = performance.now()
  const value = await answer
  return { ...value, ms: performance.now() - startedAt }
}
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const attemptsOf = (taken: { headers?: { get(name: string): string } | undefined }[]) =>
  taken.map(({ headers }) => headers?.get('attempt'))
const opIdsOf = (taken: { headers?: { get(name: string): string } | undefined }[]) =>
  new Set(taken.map(({ headers }) => headers?.get('op-id')))
const UNAVAILABLE = {
  type: 'unexpected_state',
  code: 'service_unavailable',
  message: 'The service is not available at the moment',
}

describe('a service without any replica', () => {
  it('is waited for, and answers as soon as it is available', async () => {
    const answer = get()
    await later(400)
    const { taken } = await serving(getMember, () => ({ body: { ok: true } }))

    const { status, body, ms } = await answer
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
    expect(ms).toBeGreaterThan(390)
    expect(attemptsOf(taken)).toEqual(['1'])
  })

  it('that stays unavailable results in 503 with Retry-After well before the deadline, for reads and writes', async () => {
    await vi.waitFor(async () => {
      for (const { status, headers: received, body, ms } of await Promise.all([get(), post()])) {
        expect({ status, retry_after: received['retry-after'] }).toEqual({ status: 503, retry_after: '1' })
        expect(body).toMatchObject(UNAVAILABLE)
        expect(ms).toBeGreaterThan(2500)
        expect(ms).toBeLessThan(4500) // of five seconds; on a busy machine perhaps not the first time
      }
    })
  })

  it('is not waited for longer than the client waits', async () => {
    const hurried = () => get({ 'x-timeout-ms': '400' })

    await vi.waitFor(async () => {
      const { status, ms } = await hurried()
      expect(status).toBe(503)
      expect(ms).toBeLessThan(700) // on a busy machine perhaps not the first time
    })
  })
})

describe('an attempt that is not answered', () => {
  it('is retried with the same op-id', async () => {
    const { taken } = await serving(createPriceListPrice, (_message, n) => (n === 1 ? undefined : { status: 201, body: { n } }))

    const { status, body, ms } = await post()

    expect({ status, body }).toEqual({ status: 201, body: { n: 2 } })
    expect(ms).toBeGreaterThan(450)
    expect(attemptsOf(taken).slice(0, 2)).toEqual(['1', '2'])
    expect(opIdsOf(taken).size).toBe(1)
    expect(new Set(taken.map(({ data }) => Buffer.from(data).toString()))).toEqual(new Set(['{"amount":1}']))
  })

  it('may still be answered: the first answer of any attempt wins', async () => {
    await serving(getMember, (message, n) => {
      if (n === 1) setTimeout(() => gateway.peer.reply(message, { body: { n } }), 700)
      return undefined
    })

    const { status, body } = await get()

    expect({ status, body }).toEqual({ status: 200, body: { n: 1 } })
  })

  it('results in outcome_unknown for a write when no retry is answered either', async () => {
    const { taken } = await serving(createPriceListPrice, () => undefined)

    const { status, body, headers: received, ms } = await post({ 'x-timeout-ms': '2800' })

    expect({ status, retry_after: received['retry-after'] }).toEqual({ status: 504, retry_after: '1' })
    expect(body).toMatchObject({
      type: 'unexpected_state',
      code: 'outcome_unknown',
      message: expect.stringContaining('same Idempotency-Key'),
    })
    expect(ms).toBeGreaterThan(2700)
    expect(taken.length).toBeGreaterThan(1)
    expect(attemptsOf(taken)).toEqual(['1', '2', '3', '4', '5'].slice(0, taken.length))
  })

  it('results in 504 without Retry-After for a read', async () => {
    await serving(getMember, () => undefined)

    const { status, body, headers: received } = await get({ 'x-timeout-ms': '300' })

    expect({ status, retry_after: received['retry-after'] }).toEqual({ status: 504, retry_after: undefined })
    expect(body).toMatchObject({ type: 'unexpected_state', code: 'deadline_exceeded', message: 'The request took too long' })
  })

  it('is retried four times at most', async () => {
    const { taken } = await serving(getMember, () => undefined)

    const { status, ms } = await get()

    expect(status).toBe(504)
    expect(ms).toBeGreaterThan(4900)
    expect(taken.length).toBeGreaterThan(2)
    expect(taken.length).toBeLessThanOrEqual(5)
  })
})

describe('a service that cannot answer', () => {
  it('is retried once when it is overloaded', async () => {
    const { taken } = await serving(getMember, (_message, n) => (n === 1 ? overloadedReply : { body: { n } }))

    expect(await get()).toMatchObject({ status: 200, body: { n: 2 } })
    expect(opIdsOf(taken).size).toBe(1)
  })

  it('is answered with its 503 when it is overloaded twice', async () => {
    const { taken } = await serving(getMember, () => overloadedReply)

    const { status, headers: received, body } = await get()

    expect({ status, code: body.code, retry_after: received['retry-after'] }).toEqual({
      status: 503,
      code: 'overloaded',
      retry_after: '1',
    })
    expect(taken).toHaveLength(2)
  })

  it('because another service is unavailable is retried', async () => {
    const { taken } = await serving(createPriceListPrice, (_message, n) =>
      n < 3 ? unavailableReply : { status: 201, body: { n } },
    )

    expect(await post()).toMatchObject({ status: 201, body: { n: 3 } })
    expect(opIdsOf(taken).size).toBe(1)
  })

  it('does not make a write that may have happened look undone', async () => {
    await serving(createPriceListPrice, (_message, n) => (n === 1 ? undefined : overloadedReply))

    const { status, body } = await post({ 'x-timeout-ms': '2000' })

    expect({ status, code: body.code }).toEqual({ status: 504, code: 'outcome_unknown' })
  })

  it('may still be answered by an earlier attempt that is in progress', async () => {
    await serving(createPriceListPrice, (message, n) => {
      if (n > 1) return overloadedReply
      setTimeout(() => gateway.peer.reply(message, { status: 201, body: { n } }), 1500)
      return undefined
    })

    expect(await post()).toMatchObject({ status: 201, body: { n: 1 } })
  })
})

describe('a rejection of a retry', () => {
  const refusalOf = (status: number) => ({ status, body: { type: 'invalid_data', message: 'no', request_id: 'theirs' } })
  const refusal = refusalOf(404)
  // The timeout of attempts depends on the durations of earlier ones: each of these gateways starts without any.
  beforeEach(async () => {
    gateway = await startTestGateway({ env: { DRAIN_MS: '0' } })
  })
  afterEach(async () => {
    for (const { stop } of running.splice(0)) stop()
    await gateway.stop()
    gateway = shared
  })

  it.each([400, 403, 404, 409, 412, 422])('is not returned while an earlier attempt may be carried out: %i', async (status) => {
    const { taken } = await serving(createPriceListPrice, (message, n) => {
      if (n > 1) return refusalOf(status)
      setTimeout(() => gateway.peer.reply(message, { status: 201, body: { n } }), 1200)
      return undefined
    })

    expect(await post()).toMatchObject({ status: 201, body: { n: 1 } })
    const [first, ...others] = taken.map(({ headers }) => headers?.get('contested'))
    expect([first, new Set(others)]).toEqual(['', new Set(['1'])])
  })

  it('is returned when the earlier attempt was rejected too', async () => {
    await serving(createPriceListPrice, (message, n) => {
      if (n > 1) return refusal
      setTimeout(() => gateway.peer.reply(message, refusal), 1200)
      return undefined
    })

    expect(await post()).toMatchObject(refusal)
  })

  it('is returned at once when the service ensured that no attempt can be carried out', async () => {
    await serving(createPriceListPrice, (_message, n) => (n === 1 ? undefined : { ...refusal, headers: { settled: '1' } }))

    expect(await post()).toMatchObject(refusal) // otherwise its outcome would be unknown
  })

  it('results in outcome_unknown when the earlier attempt is never answered', async () => {
    await serving(createPriceListPrice, (_message, n) => (n === 1 ? undefined : refusal))

    expect(await post({ 'x-timeout-ms': '1500' })).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
  })
})

describe('a write whose outcome the service does not know', () => {
  const unknownReply: PeerReply = {
    status: 504,
    body: { type: 'unexpected_state', code: 'outcome_unknown', message: 'unknown', request_id: 'theirs' },
    headers: { 'retry-after': '1', 'Nats-Service-Error': 'outcome_unknown' },
  }

  it('is retried as contested, and can then be answered', async () => {
    const { taken } = await serving(createPriceListPrice, (_message, n) =>
      n === 1 ? unknownReply : { status: 201, body: { n } },
    )

    expect(await post()).toMatchObject({ status: 201, body: { n: 2 } })
    expect(taken[1]?.headers?.get('contested')).toBe('1')
  })

  it('is not answered with a rejection of its retry', async () => {
    await serving(createPriceListPrice, (_message, n) =>
      n === 1 ? unknownReply : { status: 404, body: { type: 'not_found', message: 'no', request_id: 'theirs' } },
    )

    expect(await post()).toMatchObject({ status: 504, body: { code: 'outcome_unknown' }, headers: { 'retry-after': '1' } })
  })
})

it('a rejection is not retried', async () => {
  const refusal = { status: 409, body: { type: 'conflict', message: 'no', request_id: 'theirs' } }
  const { taken } = await serving(createPriceListPrice, () => refusal)

  expect(await post()).toMatchObject({ status: 409, body: refusal.body })
  expect(taken).toHaveLength(1)
})

it.each<[string, PeerReply]>([
  ['no status', { status: null, body: { secret: 'internal' } }],
  ['a status that is not a number', { status: 'abc', body: { secret: 'internal' } }],
  ['a status below 200', { status: 101, body: { secret: 'internal' } }],
  ['a status above 599', { status: 999, body: { secret: 'internal' } }],
  ['a failure without a body', { status: 500, body: '', headers: { 'Nats-Service-Error': 'x' } }],
  ['a failure that is not JSON', { status: 502, body: 'Error: at /srv/app/src/x.ts:1' }],
])('a malformed reply of a service is not passed on: %s', async (_case, reply) => {
  await serving(getMember, () => reply)

  const { status, body } = await get()

  expect({ status, body }).toEqual({
    status: 500,
    body: { type: 'unknown_error', code: 'unknown_error', message: 'An unknown error occurred.', request_id: expect.any(String) },
  })
})

describe('x-timeout-ms', () => {
  it.each([
    ['shortens the timeout', '250', 250, 400],
    ['never extends the timeout', '60000', 4900, 5000],
    ['is at least 50', '0', 30, 60],
    ['is ignored when it is not a number', '1e3', 4900, 5000],
    ['is ignored when it is negative', '-5', 4900, 5000],
  ])('%s: %s', async (_case, value, atLeast, atMost) => {
    const sentAt = Date.now()
    let deadline = 0
    let takenAt = 0
    await serving(getMember, (message) => {
      deadline ||= Number(message.headers?.get('deadline'))
      takenAt ||= Date.now()
      return {}
    })

    await get({ 'x-timeout-ms': value })
    await vi.waitFor(() => expect(takenAt).toBeGreaterThan(0)) // it may arrive after the client got its answer

    expect(deadline - takenAt).toBeLessThanOrEqual(atMost)
    expect(deadline - sentAt).toBeGreaterThanOrEqual(atLeast)
  })
})

it('retries do not overload a dead service: once the budget is spent, requests get a single attempt', async () => {
  gateway = await startTestGateway() // the previous tests made the other one expect late answers
  const { taken } = await serving(getMember, () => undefined)

  const startedAt = performance.now()
  const answers = await Promise.all(Array.from({ length: 300 }, () => get()))
  const seconds = (performance.now() - startedAt) / 1000

  for (const { status } of answers) expect([503, 504]).toContain(status)
  const first = opIdsOf(taken).size
  expect(first).toBeGreaterThan(100)
  expect(taken.length).toBeGreaterThan(first)
  expect(taken.length).toBeLessThan(first + 200 + 30 + 5 * seconds + 10) // saved up, earned by requests, and earned over time
  await gateway.stop()
  gateway = shared
})
