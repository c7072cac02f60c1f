import { createPriceListPrice, getMember } from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { shortestOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../tools/infra/ports.ts'
import { GatewayConfig } from '../src/config.ts'
import { startGateway } from '../src/server.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { send } from './support/http.ts'
import { type OwnNats, startOwnNats } from './support/own-nats.ts'
import { bearer, MEMBER, tokenOf } from './support/peer.ts'

let nats: OwnNats
let gateway: TestGateway
/** Patient enough for a server that is slow to start on a busy machine. */
const PATIENT = [getMember, createPriceListPrice].map((operation) => ({ ...operation, deadline_ms: 15_000 }))
let headers: Record<string, string>
beforeAll(async () => {
  nats = await startOwnNats()
  gateway = await startTestGateway({ NATS_URL: nats.url, operations: PATIENT })
  headers = await bearer()
  await gateway.peer.answer(getMember, () => ({ body: { ok: true } })).ready
})
afterAll(async () => {
  await gateway.stop()
  await nats.remove()
})

const get = (extra: Record<string, string> = {}) => gateway.ask('/vendor/members/mem_1', { headers: { ...headers, ...extra } })
const post = () => gateway.ask('/vendor/price-lists/plist_1/prices', { method: 'POST', headers, body: {} })
const untilGone = () => vi.waitFor(async () => expect(await gateway.missing()).toEqual(['nats']), { interval: 50 })
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('while NATS is unavailable', () => {
  it('a request waits for it, and is answered once it is back', async () => {
    expect((await get()).status).toBe(200)
    await nats.kill()
    await untilGone()

    const answers = [get(), get()]
    await later(800)
    await nats.start()

    expect((await Promise.all(answers)).map(({ status, body }) => ({ status, body }))).toEqual(
      Array(2).fill({ status: 200, body: { ok: true } }),
    )
  })

  it('for longer than a client waits, requests get 503 within the deadline, and the gateway stays live', async () => {
    await nats.kill()
    await untilGone()

    const answer = await get({ 'x-timeout-ms': '1000' })

    expect({ status: answer.status, code: answer.body.code, retry_after: answer.headers['retry-after'] }).toEqual({
      status: 503,
      code: 'service_unavailable',
      retry_after: '1',
    })
    expect(await shortestOf(5, () => get({ 'x-timeout-ms': '1000' }), 1400)).toBeLessThan(1400)
    expect((await gateway.ask('/health/live')).status).toBe(200)
    await nats.start()
    await vi.waitFor(async () => expect((await get()).status).toBe(200))
  })

  it('a starting gateway is live but not ready', async () => {
    await nats.kill()
    const METRICS_PORT = `${await freePort()}`
    const config = GatewayConfig.parse({ NATS_URL: nats.url, PORT: '0', METRICS_PORT })
    const starting = startGateway(config, createLogger('gateway', 'silent'))
    const health = (what: string) => send(Number(METRICS_PORT), `/health/${what}`)

    await vi.waitFor(async () => expect((await health('live')).status).toBe(200))
    expect(await health('ready')).toMatchObject({ status: 503, body: { missing: ['starting'] } })
    await nats.start()

    const { stop } = await starting
    expect((await health('ready')).body.missing).not.toContain('starting')
    await stop()
    await vi.waitFor(async () => expect((await get()).status).toBe(200))
  })

  it('a gateway stops in order', async () => {
    const config = GatewayConfig.parse({ NATS_URL: nats.url, PORT: '0' })
    const { bus, stop } = await startGateway(config, createLogger('gateway', 'silent'))
    await nats.kill()
    await vi.waitFor(() => expect(bus.connected).toBe(false), { interval: 50 })

    await expect(stop()).resolves.toBeUndefined()
    expect(bus.nc.isClosed()).toBe(true)
    await nats.start()
    await vi.waitFor(async () => expect((await get()).status).toBe(200))
  })

  it('a rejected request leaves one short line in the log', async () => {
    const lines: { msg: string; request_id?: string }[] = []
    const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const logging = await startTestGateway({ NATS_URL: nats.url, logger: createLogger('gateway', 'info', { output }) })
    await nats.kill()
    await vi.waitFor(async () => expect(await logging.missing()).toEqual(['nats']), { interval: 50 })

    const timed = { ...headers, 'x-timeout-ms': '300' }
    const { body } = await logging.ask('/vendor/members/mem_1', { headers: timed })

    const own = lines.filter(({ msg, request_id }) => msg !== 'answered' && request_id === body.request_id)
    expect(own).toEqual([expect.objectContaining({ level: 40, msg: 'refused', reason: 'unavailable' })])
    expect(own[0]).not.toHaveProperty('err')
    await nats.start()
    await logging.stop()
    await vi.waitFor(async () => expect((await get()).status).toBe(200))
  })

  it('a write in progress is sent again with the same op-id', async () => {
    const { taken, ready, stop } = gateway.peer.answer(createPriceListPrice, (_message, n) =>
      n === 1 ? undefined : { status: 201, body: { n } },
    )
    await ready

    const answer = post()
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    await nats.kill()
    await later(700)
    await nats.start()

    const { status, body } = await answer
    expect(taken.length).toBeGreaterThan(1)
    expect({ status, body }).toEqual({ status: 201, body: { n: taken.length } })
    expect(new Set(taken.map(({ headers }) => headers?.get('op-id'))).size).toBe(1)
    stop()
  })

  it('a write in progress has an unknown outcome when NATS does not come back', async () => {
    const { taken, ready, stop } = gateway.peer.answer(createPriceListPrice, () => undefined)
    await ready

    const answer = gateway.ask('/vendor/price-lists/plist_1/prices', {
      method: 'POST',
      headers: { ...headers, 'x-timeout-ms': '1200' },
      body: {},
    })
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    await nats.kill()

    expect(await answer).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
    stop()
    await nats.start()
  })

  it('tokens are verified with known keys; revocations arrive again once it is back', async () => {
    await vi.waitFor(async () => expect((await get()).status).toBe(200))
    const authorization = `Bearer ${await tokenOf({ ...MEMBER, jti: 'lost-after-outage' })}`
    expect((await get({ authorization })).status).toBe(200)
    await nats.kill()
    await untilGone()
    expect((await get({ authorization: 'Bearer x', 'x-timeout-ms': '100' })).status).toBe(401)
    expect((await get({ authorization, 'x-timeout-ms': '100' })).status).toBe(503)
    await nats.start()
    await vi.waitFor(async () => expect((await get()).status).toBe(200))

    await vi.waitFor(() => gateway.peer.access.put('jti.lost-after-outage', {}))

    await vi.waitFor(async () => expect((await get({ authorization })).status).toBe(401), { interval: 50 })
  })
})
