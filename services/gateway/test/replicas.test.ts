import type { Msg } from '@nats-io/transport-node'
import { createPriceListPrice, getMember, type Operation } from '@souk/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer, type PeerReply } from './support/peer.ts'

let gateway: TestGateway
let headers: Record<string, string>
const running: { stop(): void }[] = []
beforeAll(async () => {
  gateway = await startTestGateway()
  headers = await bearer()
  // From the first request on the gateway listens to the replicas of a service.
  await Promise.all([get({ 'x-timeout-ms': '50' }), post({ 'x-timeout-ms': '50' })])
})
afterAll(() => gateway.stop())
afterEach(async () => {
  for (const { stop } of running.splice(0)) stop()
})

const get = (extra: Record<string, string> = {}) => gateway.ask('/vendor/members/mem_1', { headers: { ...headers, ...extra } })
const post = (extra: Record<string, string> = {}) =>
  gateway.ask('/vendor/price-lists/plist_1/prices', { method: 'POST', headers: { ...headers, ...extra }, body: { amount: 1 } })
const times = (count: number, send: () => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: count }, async () => (await send()).status))
const all = (status: number, count: number) => Array.from({ length: count }, () => status)
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let n = 0
/** Two replicas that the gateway knows, each with what it does. */
async function two(operation: Operation, ...handlers: ((message: Msg, n: number) => PeerReply | undefined)[]) {
  const round = ++n
  const replicas = await Promise.all(handlers.map((handle, i) => gateway.peer.replica(operation, `replica${round}n${i}`, handle)))
  running.push(...replicas)
  await later(50)
  return replicas as [(typeof replicas)[0], (typeof replicas)[0]]
}
const ok = (): PeerReply => ({ body: { ok: true } })
const created = (): PeerReply => ({ status: 201, body: { ok: true } })
const never = () => undefined

describe('requests', () => {
  it('are shared by all replicas of their service', async () => {
    const [one, other] = await two(getMember, ok, ok)

    expect(await times(100, get)).toEqual(all(200, 100))
    expect(Math.min(one.taken.length, other.taken.length)).toBeGreaterThan(20)
  })

  it('go to the replica that has less to do', async () => {
    const [one, other] = await two(getMember, ok, ok)
    one.beat.running = 64
    one.beat.queued = 100
    await later(200)
    const before = one.taken.length

    expect(await times(50, get)).toEqual(all(200, 50))
    expect(one.taken.length - before).toBe(0)
    expect(other.taken.length).toBeGreaterThanOrEqual(50)
  })

  it('do not go to a replica that drains', async () => {
    const [one] = await two(getMember, ok, ok)
    one.beat.state = 'draining'
    await later(200)
    const before = one.taken.length

    expect(await times(30, get)).toEqual(all(200, 30))
    expect(one.taken.length).toBe(before)
  })

  it('go to whoever the server takes when no replica can be used', async () => {
    const [one, other] = await two(getMember, never, never)
    const queue = gateway.peer.answer(getMember, ok)
    running.push(queue)
    for (const replica of [one, other]) replica.fallSilent()
    await later(900)
    const before = queue.taken.length

    expect(await times(10, get)).toEqual(all(200, 10))
    expect(queue.taken.length - before).toBe(10)
  })
})

describe('a replica that falls silent', () => {
  it('gets nothing more until it is heard of again', async () => {
    const [frozen] = await two(getMember, ok, ok)
    await times(20, get)
    frozen.fallSilent()
    await later(900)
    const before = frozen.taken.length

    expect(await times(30, get)).toEqual(all(200, 30))
    expect(frozen.taken.length).toBe(before)

    frozen.wake()
    await vi.waitFor(async () => {
      await times(10, get)
      expect(frozen.taken.length).toBeGreaterThan(before)
    })
  })

  it('has the writes that it took sent to another one, contested, with the same op-id', async () => {
    const [frozen, other] = await two(createPriceListPrice, never, created)
    other.beat.running = 5
    await later(150)
    const answer = post()
    await vi.waitFor(() => expect(frozen.taken).toHaveLength(1))
    frozen.fallSilent()

    expect(await answer).toMatchObject({ status: 201 })
    const [first, second] = [frozen.taken[0]?.headers, other.taken[0]?.headers]
    expect([first?.get('contested'), second?.get('contested')]).toEqual(['', '1'])
    expect(second?.get('op-id')).toBe(first?.get('op-id'))
  })
})

describe('a replica that is gone', () => {
  it('has what it took sent to another one as soon as the server says so', async () => {
    const [killed, other] = await two(createPriceListPrice, never, created)
    other.beat.running = 5
    await later(150)
    const answer = post()
    await vi.waitFor(() => expect(killed.taken).toHaveLength(1))
    const killedAt = performance.now()
    await killed.die()

    expect(await answer).toMatchObject({ status: 201 })
    expect(performance.now() - killedAt).toBeLessThan(900)
    expect(other.taken).toHaveLength(1)
  })

  it('carries nothing out: a refusal of another one is final', async () => {
    const refusal = { status: 404, body: { type: 'not_found', message: 'no', request_id: 'theirs' } }
    const [killed, other] = await two(createPriceListPrice, never, () => refusal)
    other.beat.running = 5
    await later(150)
    const answer = post()
    await vi.waitFor(() => expect(killed.taken).toHaveLength(1))
    await killed.die()

    expect(await answer).toMatchObject({ status: 404, body: refusal.body })
  })

  it('costs the next request nothing', async () => {
    const [killed] = await two(getMember, ok, ok)
    await killed.die()

    expect(await times(30, get)).toEqual(all(200, 30))
  })
})

describe('a replica that is there but does not answer', () => {
  it('has its reads answered by another one, before an attempt is over', { retry: 2 }, async () => {
    const [stuck, other] = await two(getMember, never, ok)
    other.beat.running = 5
    await later(150)
    const began = performance.now()

    expect(await get()).toMatchObject({ status: 200 })
    expect(performance.now() - began).toBeLessThan(490)
    expect([stuck.taken.length, other.taken.length]).toEqual([1, 1])
    expect(other.taken[0]?.headers?.get('contested')).toBe('')
  })

  it('is left out once it left two attempts unanswered', async () => {
    const [stuck, other] = await two(getMember, never, ok)
    other.beat.running = 50
    await later(150)
    expect(await times(4, get)).toEqual(all(200, 4))
    await later(900)
    const before = stuck.taken.length

    expect(before).toBeGreaterThanOrEqual(2)
    expect(await times(3, get)).toEqual(all(200, 3))
    // It may be tried again each half second: it says that it is there.
    expect(stuck.taken.length - before).toBeLessThanOrEqual(3)
  })
})

it('asks for at most one in twenty reads twice, beyond what was saved up', async () => {
  const [stuck, other] = await two(getMember, never, ok)
  other.beat.running = 200
  await later(150)

  const answers = await times(100, () => get({ 'x-timeout-ms': '350' }))

  expect(answers.filter((status) => status === 200).length).toBeGreaterThan(20)
  expect(other.taken.length).toBeLessThan(70)
  expect(stuck.taken.length).toBeGreaterThan(30)
})
