import { createPriceListPrice, findApiKey, getCart, type ServiceName, serviceHealth } from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GatewayConfig } from '../src/config.ts'
import { startGateway } from '../src/server.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { send } from './support/http.ts'
import { type OwnNats, startOwnNats } from './support/own-nats.ts'
import { bearer, KID } from './support/peer.ts'

const SERVICES: ServiceName[] = ['pricing', 'cart', 'orders', 'sellers']
let nats: OwnNats
let gateway: TestGateway
beforeAll(async () => {
  nats = await startOwnNats()
  gateway = await startTestGateway({ NATS_URL: nats.url })
})
afterAll(async () => {
  await gateway.stop()
  await nats.remove()
})

const ready = () => gateway.ask('/health/ready')
const untilMissing = (missing: string[]) =>
  vi.waitFor(async () => expect(await gateway.missing()).toEqual(missing), { interval: 50 })

describe('readiness', () => {
  it('names every service that does not answer', async () => {
    await untilMissing(SERVICES)
    const { status, headers, body } = await ready()

    expect({ status, body }).toEqual({ status: 503, body: { status: 'not ready', missing: SERVICES } })
    expect(headers['retry-after']).toBe('1')
  })

  it('requires all services, and names what a service is missing', async () => {
    let lacks: string[] = []
    const services = SERVICES.map((service) =>
      gateway.peer.answer(serviceHealth(service), () => ({ body: { missing: service === 'cart' ? lacks : [] } })),
    )
    await Promise.all(services.map((service) => service.ready))
    await untilMissing([])
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', missing: [] } })

    lacks = ['mongodb']
    await untilMissing(['mongodb'])

    services.at(-1)?.stop()
    await untilMissing(['mongodb', 'sellers'])

    lacks = []
    await gateway.peer.answer(serviceHealth('sellers'), () => ({ body: { missing: [] } })).ready
    await untilMissing([])
  })

  it('names the access bucket while it contains no key for verifying tokens', async () => {
    await gateway.peer.access.remove(`jwk.${KID}`)
    await untilMissing(['access'])
    expect((await gateway.ask('/vendor/members', { headers: await bearer() })).status).toBe(503)

    await gateway.peer.publishKeys()
    await untilMissing([])
  })

  it('names NATS while it is unavailable, stays live, and recovers afterwards', async () => {
    await nats.kill()
    await untilMissing(['nats'])
    expect(await gateway.ask('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
    expect(await gateway.ask('/health')).toMatchObject({ status: 200, text: 'OK' })

    await nats.start()
    await untilMissing([])
  })

  it('makes one check for all concurrent requests', async () => {
    const { taken, ready: listening, stop } = gateway.peer.answer(serviceHealth('cart'), () => undefined)
    await listening
    await new Promise((resolve) => setTimeout(resolve, 300))
    const overheard: unknown[] = []
    const subscription = gateway.peer.bus.nc.subscribe('cart.health', {
      callback: (_error, message) => void overheard.push(message),
    })
    await gateway.peer.bus.nc.flush()

    const began = Date.now()
    await Promise.all(Array.from({ length: 30 }, ready))

    // On a busy machine they arrive at different times. A check waits for 700 ms when nobody answers, and asks up to three times.
    const looks = Math.ceil((Date.now() - began) / 700)
    expect(overheard.length).toBeLessThanOrEqual(3 * looks)
    expect(taken.length).toBeLessThanOrEqual(overheard.length)
    subscription.unsubscribe()
    stop()
  })
})

it('a flood of invented keys is not passed on: at most twenty are looked up concurrently', async () => {
  const { taken, ready: listening, stop } = gateway.peer.answer(findApiKey, () => undefined)
  await listening
  await gateway.peer.answer(getCart, () => ({})).ready
  await gateway.peer.publishApiKey('pk_known')
  const store = (key: string) => gateway.ask('/store/carts/cart_1', { headers: { 'x-publishable-api-key': key } })
  await vi.waitFor(async () => expect((await store('pk_known')).status).toBe(200))

  const answers = Promise.all(Array.from({ length: 60 }, (_, i) => store(`pk_flood_${i}`)))
  await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(20))
  expect((await store('pk_known')).status).toBe(200)

  expect(new Set((await answers).map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['503 overloaded', '503 service_unavailable']),
  )
  stop()
})

describe('without JetStream', () => {
  it('the gateway is not ready, and answers 503 instead of 401 to clients with valid tokens', async () => {
    const bare = await startOwnNats({ config: 'accounts { bare { users: [{ user: u, password: p }] } }' })
    const url = bare.url.replace('//', '//u:p@')
    const started = await startGateway(GatewayConfig.parse({ NATS_URL: url, PORT: '0' }), createLogger('gateway', 'silent'))
    const port = Number(new URL(started.url).port)

    expect((await send(port, '/health/ready')).body.missing).toEqual(['jetstream', 'access', ...SERVICES])
    expect(await send(port, '/vendor/members', { headers: await bearer() })).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    })
    expect((await send(port, '/vendor/members')).status).toBe(401)
    await started.stop()
    await bare.remove()
  })
})

it('a stopping gateway reports it first, answers running requests, and then refuses connections', async () => {
  const other = await startTestGateway({ NATS_URL: nats.url, env: { DRAIN_MS: '2000' } })
  await gateway.peer.answer(createPriceListPrice, (message) => {
    setTimeout(() => gateway.peer.reply(message, { status: 201, body: { done: true } }), 450)
    return undefined
  }).ready
  const underWay = other.ask('/vendor/price-lists/plist_1/prices', { method: 'POST', headers: await bearer(), body: {} })
  await new Promise((resolve) => setTimeout(resolve, 100))

  const stopped = other.stop()
  const { status, headers, body } = await other.ask('/health/ready')
  const probe = await send(Number(new URL(other.metrics_url).port), '/health/ready')

  expect({ status, missing: body.missing, connection: headers.connection }).toEqual({
    status: 503,
    missing: ['gateway'],
    connection: 'close',
  })
  expect([probe.status, probe.body.missing]).toEqual([503, ['stopping']])
  expect(await underWay).toMatchObject({ status: 201, body: { done: true } })
  await stopped
  await expect(other.ask('/health/live')).rejects.toThrow('ECONNREFUSED')
})
