import type { ServiceStats } from '@nats-io/services'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toDocument } from '../src/aggregate/stored.ts'
import { newHeaders } from '../src/bus/bus.ts'
import { encodeEnvelope, ownEnvelope } from '../src/bus/envelope.ts'
import { createTestClient, startTestService, testServers } from '../src/testing.ts'
import { aCounter } from './counters.ts'
import { getCounter, guest, marksService, wait } from './marks-service.ts'

const EMPTY = new Uint8Array(0)
const params = { id: 'ctr_1' }
const actor = guest()
const envelope = () => ({ ...ownEnvelope('test', 20_000), actor })
const { service: name } = getCounter
/** A call that is never short of time. */
const PATIENT = { ...getCounter, attempt_ms: 15_000 }

type Service = Awaited<
  ReturnType<typeof startTestService<Awaited<ReturnType<typeof marksService.prepare>>, typeof marksService.config>>
>

describe('a replica', () => {
  let service: Service
  let id: string
  beforeAll(async () => {
    service = await startTestService(marksService)
    await service.deps.counters.insertOne(toDocument(aCounter()))
    const [beat] = await heartbeats(service, 1)
    id = beat!.id
  })
  afterAll(() => service.stop())

  it('takes requests addressed to it alone, and counts them in its service statistics', async () => {
    const h = encodeEnvelope({ ...envelope(), params })
    const { status } = await service.bus.request(`replica.${name}.${id}.${getCounter.name}`, h, EMPTY, 20_000)
    expect(status).toBe(200)

    const stats = await (
      await service.bus.nc.request(`$SRV.STATS.${name}.${id}`, EMPTY, { timeout: 20_000 })
    ).json<ServiceStats>()
    expect(stats.endpoints?.find((endpoint) => endpoint.name === getCounter.name)?.num_requests).toBe(1)
  })

  it('reports that it is alive, and answers 503 to an unknown operation', async () => {
    expect(await service.bus.request(`replica.${name}.${id}.alive`, newHeaders(), EMPTY, 20_000)).toMatchObject({ status: 200 })
    const sent = envelope()
    const answer = await service.bus.request(`replica.${name}.${id}.newer`, encodeEnvelope(sent), EMPTY, 20_000)
    expect(answer).toMatchObject({ status: 503, failure: 'unavailable' })
    expect(JSON.parse(new TextDecoder().decode(answer.data)).request_id).toBe(sent.request_id)
  })

  it('reports its load, and while stopping reports that it is draining and still answers', async () => {
    const stopped = await startTestService(marksService, { servers: testServers() })
    const seen: { id: string; running: number; state: string }[] = []
    const subscription = service.bus.nc.subscribe(`heartbeat.${name}.*`, {
      callback: (_error, message) =>
        void seen.push({ ...message.json<{ running: number; state: string }>(), id: message.subject.split('.')[2]! }),
    })
    await vi.waitFor(() => expect(new Set(seen.map((beat) => beat.id)).size).toBe(2))
    const own = seen.find((beat) => beat.id !== id)!.id
    const h = encodeEnvelope(envelope())
    const body = new TextEncoder().encode(JSON.stringify({ ms: 600 }))
    const answer = service.bus.request(`replica.${name}.${own}.${wait.name}`, h, body, 20_000)
    await vi.waitFor(() => expect(seen.filter((beat) => beat.id === own).map((beat) => beat.running)).toContain(1))

    await stopped.stop()

    expect(await answer).toMatchObject({ status: 200 })
    expect(seen.findLast((beat) => beat.id === own)?.state).toBe('draining')
    subscription.unsubscribe()
  })
})

describe('a call', () => {
  let client: Awaited<ReturnType<typeof createTestClient>>
  let peer: Awaited<ReturnType<typeof createTestClient>>
  beforeAll(async () => {
    const servers = testServers()
    ;[client, peer] = await Promise.all([createTestClient(servers), createTestClient(servers)])
    await client.bus.call(getCounter, { params }, { ...envelope(), deadline: Date.now() + 50 }).catch(() => {})
  })
  afterAll(() => Promise.all([client.close(), peer.close()]))
  const stops: (() => Promise<void>)[] = []
  afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))

  /** A replica that is alive. @param answers undefined: it never answers @param failure of its answers */
  async function aReplica(id: string, running: number, answers: string | undefined, failure?: string) {
    const taken: string[] = []
    const subscription = peer.bus.nc.subscribe(`replica.${name}.${id}.*`, {
      callback: (_error, message) => {
        const h = newHeaders()
        h.set('status', failure ? '503' : '200')
        if (failure) h.set('Nats-Service-Error', failure)
        taken.push(message.subject)
        if (answers !== undefined) message.respond(answers, { headers: h })
      },
    })
    const beat = () => peer.bus.nc.publish(`heartbeat.${name}.${id}`, JSON.stringify({ running, queued: 0, state: 'up' }))
    const timer = setInterval(beat, 100)
    beat()
    await vi.waitFor(() => expect(client.bus.replicas.find(name, id)).toBeDefined())
    const stop = async () => {
      clearInterval(timer)
      subscription.unsubscribe()
      await peer.bus.nc.flush()
    }
    stops.push(stop)
    return { taken, stop }
  }

  it('is answered by a second replica in time when the first one does not answer', async () => {
    const stuck = await aReplica('stuck', 0, undefined)
    await aReplica('other', 5, '{"by":"other"}')

    // Without the second one it would fail: the first one gets all the time that a call has.
    expect(await client.bus.call(PATIENT, { params }, envelope())).toEqual({ by: 'other' })
    // The first one was asked, possibly twice if a pause of the machine made the other one look silent.
    expect(stuck.taken.length).toBeGreaterThan(0)
  })

  it('is answered by another replica when the first one fails, which is asked less and less then', async () => {
    const failing = await aReplica('failing', 0, '{}', 'unavailable')
    await aReplica('sound', 5, '{"by":"sound"}')

    for (let i = 0; i < 20; i++) expect(await client.bus.call(PATIENT, { params }, envelope())).toEqual({ by: 'sound' })
    expect(failing.taken.length).toBeGreaterThanOrEqual(3)
    expect(failing.taken.length).toBeLessThan(20)
  })

  it('fails when the second replica fails as well', async () => {
    const failing = await Promise.all([1, 2, 3].map((n) => aReplica(`failing_${n}`, 0, '{}', 'unavailable')))

    await expect(client.bus.call(PATIENT, { params }, envelope())).rejects.toMatchObject({ status: 503 })
    expect(failing.map(({ taken }) => taken.length).toSorted()).toEqual([0, 1, 1])
  })

  it('goes to another replica when the first one is gone', async () => {
    const gone = await aReplica('gone', 0, undefined)
    await aReplica('left', 5, '{"by":"left"}')
    await gone.stop()

    for (let i = 0; i < 5; i++) expect(await client.bus.call(PATIENT, { params }, envelope())).toEqual({ by: 'left' })
  })

  it('goes to the remaining replica when all others went away at the same time', async () => {
    const gone = await Promise.all(Array.from({ length: 6 }, (_, n) => aReplica(`gone_${n}`, 0, undefined)))
    await aReplica('last', 5, '{"by":"last"}')
    await Promise.all(gone.map((one) => one.stop()))

    expect(await client.bus.call(PATIENT, { params }, envelope())).toEqual({ by: 'last' })
  })

  it('fails with no-responders when all replicas are gone', async () => {
    const gone = await Promise.all(Array.from({ length: 4 }, (_, n) => aReplica(`absent_${n}`, 0, undefined)))
    await Promise.all(gone.map((one) => one.stop()))

    await expect(client.bus.call(getCounter, { params }, envelope())).rejects.toMatchObject({
      status: 503,
      cause: { reason: 'no-responders' },
    })
  })

  it('does not fail with no-responders when a replica took it and then went away', async () => {
    const only = await aReplica('only', 0, undefined)
    const calling = client.bus.call(getCounter, { params }, envelope()).catch((error: unknown) => error)
    await vi.waitFor(() => expect(only.taken.length).toBeGreaterThan(0))
    await only.stop()

    expect(await calling).toMatchObject({ status: 503, cause: { reason: expect.stringMatching(/gone|timeout/) } })
  })
})

async function heartbeats({ bus }: Pick<Service, 'bus'>, count: number) {
  const beats: { id: string; running: number; state: string }[] = []
  for await (const message of bus.nc.subscribe(`heartbeat.${name}.*`, { max: count }))
    beats.push({ id: message.subject.split('.')[2]!, ...message.json<{ running: number; state: string }>() })
  return beats
}
