import type { Msg } from '@nats-io/transport-node'
import { createPriceListPrice, getMember, type Operation } from '@souk/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './support/gateway.ts'
import { bearer, type PeerReply } from './support/peer.ts'

/** Attempts do not time out here: a second replica is always asked for another reason, and in time. */
const PATIENT = [getMember, createPriceListPrice].map((operation) => ({ ...operation, attempt_ms: 30_000, deadline_ms: 20_000 }))

let gateway: TestGateway
let headers: Record<string, string>
const running: { stop(): void }[] = []
beforeAll(async () => {
  gateway = await startTestGateway({ operations: PATIENT })
  headers = await bearer()
  await listen()
})
afterAll(() => gateway.stop())
afterEach(async () => {
  for (const { stop } of running.splice(0)) stop()
})

const get = (extra: Record<string, string> = {}) => gateway.ask('/vendor/members/mem_1', { headers: { ...headers, ...extra } })
const post = (extra: Record<string, string> = {}) =>
  gateway.ask('/vendor/price-lists/plist_1/prices', { method: 'POST', headers: { ...headers, ...extra }, body: { amount: 1 } })
/** From its first request on a gateway listens to the replicas of a service. */
const listen = () => Promise.all([get({ 'x-timeout-ms': '50' }), post({ 'x-timeout-ms': '50' })])
/** With a gateway that expects no late answers and has its budget of second attempts unspent. */
async function withNewGateway(options: TestGatewayOptions, work: () => Promise<void>) {
  const shared = gateway
  gateway = await startTestGateway(options)
  try {
    await listen()
    await work()
  } finally {
    for (const { stop } of running.splice(0)) stop()
    await gateway.stop()
    gateway = shared
  }
}
const times = (count: number, send: () => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: count }, async () => (await send()).status))
const all = (status: number, count: number) => Array.from({ length: count }, () => status)
type PeerReplica = Awaited<ReturnType<TestGateway['peer']['replica']>>
/** The gateway's knowledge of a replica. */
const known = ({ service, id }: PeerReplica) => gateway.bus.replicas.find(service, id)
/** Resolves when the gateway has the replica's current heartbeat. */
const heard = (replica: PeerReplica) =>
  vi.waitFor(() => {
    const { running, queued, state } = replica.beat
    expect(known(replica)).toMatchObject({ running, queued, isDraining: state === 'draining' })
  })
const silent = (replica: PeerReplica) => vi.waitFor(() => expect(known(replica)?.isSilent).toBe(true))

let n = 0
/** Two replicas that the gateway knows, each with its handler. */
async function two(operation: Operation, ...handlers: ((message: Msg, n: number) => PeerReply | undefined)[]) {
  const round = ++n
  const replicas = await Promise.all(handlers.map((handle, i) => gateway.peer.replica(operation, `replica${round}n${i}`, handle)))
  running.push(...replicas)
  await Promise.all(replicas.map(heard))
  return replicas as [(typeof replicas)[0], (typeof replicas)[0]]
}
/** Sends until this replica took a request: after a pause of the machine another one may be asked and answer. */
async function takenBy<T>(replica: PeerReplica, send: () => Promise<T>): Promise<{ answer: Promise<T> }> {
  let answer = send()
  while (replica.taken.length === 0) {
    const isOver = await Promise.race([answer.then(() => true), new Promise((resolve) => setTimeout(resolve, 50, false))])
    if (isOver && replica.taken.length === 0) answer = send()
  }
  return { answer }
}
/**
 * Counts only requests that were not sent to another replica before: a read whose answer is late is sent to a second one too.
 */
const firstTakenBy = ({ taken }: PeerReplica) => taken.filter(({ headers }) => headers?.get('attempt') === '1').length
/** Retries for as long as needed: a pause of the machine makes replicas look silent that are not. */
const undisturbed = (look: () => Promise<void>) => vi.waitFor(look)
const ok = (): PeerReply => ({ body: { ok: true } })
const created = (): PeerReply => ({ status: 201, body: { ok: true } })
const never = () => undefined

describe('requests', () => {
  it('are distributed over all replicas of a service', async () => {
    const [one, other] = await two(getMember, ok, ok)

    await undisturbed(async () => {
      const before = [one.taken.length, other.taken.length] as const
      expect(await times(100, get)).toEqual(all(200, 100))
      expect(Math.min(one.taken.length - before[0], other.taken.length - before[1])).toBeGreaterThan(20)
    })
  })

  it('go to the less busy replica', async () => {
    const [one, other] = await two(getMember, ok, ok)
    one.beat.running = 64
    one.beat.queued = 100
    await heard(one)

    await undisturbed(async () => {
      const before = [firstTakenBy(one), firstTakenBy(other)] as const
      expect(await times(50, get)).toEqual(all(200, 50))
      expect(firstTakenBy(one) - before[0]).toBeLessThan(10)
      expect(firstTakenBy(other) - before[1]).toBeGreaterThan(40)
    })
  })

  it('do not go to a replica that is draining', async () => {
    const [one] = await two(getMember, ok, ok)
    one.beat.state = 'draining'
    await heard(one)

    await undisturbed(async () => {
      const before = one.taken.length
      expect(await times(30, get)).toEqual(all(200, 30))
      expect(one.taken.length).toBe(before)
    })
  })

  it('go to the shared queue when no replica is usable', async () => {
    const [one, other] = await two(getMember, never, never)
    const queue = gateway.peer.answer(getMember, ok)
    running.push(queue)
    for (const replica of [one, other]) replica.fallSilent()
    await Promise.all([one, other].map(silent))
    const before = queue.taken.length

    expect(await times(10, get)).toEqual(all(200, 10))
    expect(queue.taken.length - before).toBe(10)
  })
})

describe('a replica that falls silent', () => {
  it('gets no requests until its next heartbeat', async () => {
    const [frozen] = await two(getMember, ok, ok)
    await times(20, get)
    frozen.fallSilent()
    await silent(frozen)
    await undisturbed(async () => {
      const before = frozen.taken.length
      expect(await times(30, get)).toEqual(all(200, 30))
      expect(frozen.taken.length).toBe(before)
    })

    frozen.wake()
    const before = frozen.taken.length
    await vi.waitFor(async () => {
      await times(10, get)
      expect(frozen.taken.length).toBeGreaterThan(before)
    })
  })

  it('has its writes resent to another replica, as contested and with the same op-id', async () => {
    const [frozen, other] = await two(createPriceListPrice, never, created)
    other.beat.running = 5
    await heard(other)
    const { answer } = await takenBy(frozen, post)
    frozen.fallSilent()

    expect(await answer).toMatchObject({ status: 201 })
    const [first, second] = [frozen.taken[0]?.headers, other.taken.at(-1)?.headers]
    expect([first?.get('contested'), second?.get('contested')]).toEqual(['', '1'])
    expect(second?.get('op-id')).toBe(first?.get('op-id'))
  })
})

describe('a replica that is gone', () => {
  it('has its requests resent to another replica as soon as the server reports it', async () => {
    const [killed, other] = await two(createPriceListPrice, never, created)
    other.beat.running = 5
    await heard(other)
    const before = other.taken.length
    const { answer } = await takenBy(killed, post)
    await killed.die()

    expect(await answer).toMatchObject({ status: 201 })
    expect(other.taken.length).toBeGreaterThan(before)
  })

  it('does not keep a settled rejection of a write by another replica from being the answer', async () => {
    const body = { type: 'not_found', message: 'no', request_id: 'theirs' }
    const refusal = { status: 404, body, headers: { settled: '1' } }
    const [killed, other] = await two(createPriceListPrice, never, () => refusal)
    other.beat.running = 5
    await heard(other)
    const { answer } = await takenBy(killed, post)
    await killed.die()

    expect(await answer).toMatchObject({ status: 404, body: refusal.body })
  })

  it('does not delay the next requests', async () => {
    const [killed] = await two(getMember, ok, ok)
    await killed.die()

    expect(await times(30, get)).toEqual(all(200, 30))
  })
})

describe('a live replica that does not answer', () => {
  it('has its reads answered by another replica before the attempt times out', () =>
    withNewGateway({ operations: PATIENT }, async () => {
      const [stuck, other] = await two(getMember, never, ok)
      other.beat.running = 5
      await heard(other)

      // A pause of the machine may make the other one look silent at the moment when it would be asked.
      await vi.waitFor(async () => {
        const before = [stuck.taken.length, other.taken.length] as const
        expect(await get({ 'x-timeout-ms': '3000' })).toMatchObject({ status: 200 })
        expect([stuck.taken.length - before[0], other.taken.length - before[1]]).toEqual([1, 1])
      })
      expect(other.taken.at(-1)?.headers?.get('contested')).toBe('')
    }))

  it('is no longer used after two unanswered attempts', () =>
    withNewGateway({}, async () => {
      const [stuck, other] = await two(getMember, never, ok)
      other.beat.running = 50
      await heard(other)
      expect(await times(4, get)).toEqual(all(200, 4))
      expect(stuck.taken.length).toBeGreaterThanOrEqual(2)

      // It is probed every half second, and answers that it is alive.
      await vi.waitFor(async () => {
        expect(await get()).toMatchObject({ status: 200 })
        expect(known(stuck)?.isStuck).toBe(true)
        const before = stuck.taken.length
        expect(await get()).toMatchObject({ status: 200 })
        expect(stuck.taken.length).toBe(before)
      })
    }))
})

it('hedges at most one in twenty reads, beyond the initial budget', () =>
  withNewGateway({ operations: PATIENT }, async () => {
    const [stuck, other] = await two(getMember, never, ok)
    other.beat.running = 200
    await heard(other)

    const answers = await times(100, () => get({ 'x-timeout-ms': '3000' }))

    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(20)
    expect(other.taken.length - firstTakenBy(other)).toBeLessThan(70)
    expect(stuck.taken.length).toBeGreaterThan(30)
  }))
