import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { Svcm } from '@nats-io/services'
import { getOrder } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSellers } from '../../sellers/test/service.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { type OwnNats, startOwnNats } from './support/own-nats.ts'
import { ADMIN, bearer, CUSTOMER, MEMBER } from './support/peer.ts'

let sellers: Awaited<ReturnType<typeof startSellers>>
let gateway: TestGateway
let nats: OwnNats
let headers: Record<string, string>
beforeAll(async () => {
  nats = await startOwnNats()
  sellers = await startSellers()
  gateway = await startTestGateway({ env: { NATS_MONITOR_URL: nats.monitor_url } })
  headers = await bearer(ADMIN)
})
afterAll(async () => {
  await gateway.stop()
  await sellers.stop()
  await nats.remove()
})

const ops = (path: string, method = 'GET') => gateway.ask(path, { headers, method })

describe('/ops', () => {
  it.each([
    '/ops',
    '/ops/targets',
    '/ops/metrics/gateway',
    '/ops/metrics/sellers/x',
    '/ops/metrics/sellers/x/y',
    '/ops/nats/varz',
    '/ops/nats/',
    '/ops/nats/connz?auth=1',
  ])('is for administrators only: %s', async (path) => {
    for (const refused of [
      {},
      await bearer(MEMBER),
      await bearer(CUSTOMER),
      { authorization: 'Basic sk_unknown' },
      { 'x-publishable-api-key': 'pk_shop' },
    ]) {
      const { status, body } = await gateway.ask(path, { headers: refused as Record<string, string> })
      // Without `sellers` an unknown key could not be recognized; here it is running.
      expect({ status, message: body.message }).toEqual({ status: 401, message: 'Unauthorized' })
    }
    expect((await gateway.ask(path, { method: 'HEAD' })).status).toBe(401)
  })

  /** The answer, once it contains this many gateways and the replicas. */
  const untilListed = (gateways: number) =>
    vi.waitFor(async () => {
      const answer = await ops('/ops')
      expect(answer.body.gateways).toHaveLength(gateways)
      expect(answer.body.replicas.map(({ name }: { name: string }) => name)).toContain('sellers')
      return answer
    })

  it('lists the replicas and the paths of their metrics', async () => {
    // Discovery ends a third of a second after the last answer.
    const { status, body } = await untilListed(1)

    expect(status).toBe(200)
    const replica = body.replicas.find(({ name }: { name: string }) => name === 'sellers')
    expect(replica).toMatchObject({
      version: '0.1.0',
      host: hostname(),
      pid: String(process.pid),
      metrics: `/ops/metrics/sellers/${replica.id}`,
    })
    expect(body).toMatchObject({
      gateway: { host: hostname(), pid: process.pid, metrics: '/ops/metrics/gateway' },
      nats: '/ops/nats/varz',
    })
  })

  it('lists all gateways separately', async () => {
    const other = await startTestGateway()

    const { body } = await untilListed(2)
    expect(body.replicas.map(({ name }: { name: string }) => name)).not.toContain('gateway')
    expect(body.gateways).toHaveLength(2)
    for (const { id, host, pid, metrics } of body.gateways) {
      expect({ host, pid, metrics }).toEqual({
        host: hostname(),
        pid: String(process.pid),
        metrics: `/ops/metrics/gateway/${id}`,
      })
      expect((await ops(metrics)).text).toContain('service="gateway"')
    }
    await other.stop()
    await vi.waitFor(async () => expect((await ops('/ops')).body.gateways).toHaveLength(1))
  })

  it('provides Prometheus targets for the metrics of each replica and gateway', async () => {
    const { status, headers: received, body } = await ops('/ops/targets')

    expect({ status, type: received['content-type'] }).toEqual({ status: 200, type: 'application/json; charset=utf-8' })
    for (const { targets, labels } of body) {
      expect(targets).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
      for (const label of Object.values(labels)) expect(label).toBeTypeOf('string')
      const text = await (await fetch(`${labels.__scheme__}://${targets[0]}${labels.__metrics_path__}`)).text()
      expect(text).toContain(`service="${labels.__meta_souk_service}"`)
    }
    const { replicas, gateways } = (await ops('/ops')).body
    const parts = ['service', 'replica', 'version', 'host', 'pid'].map((part) => `__meta_souk_${part}`)
    expect(body.map(({ labels }: { labels: Record<string, string> }) => parts.map((part) => labels[part]))).toEqual(
      expect.arrayContaining(
        [...replicas, ...gateways].map(({ name, id, version, host, pid }) => [name, id, version, host, pid]),
      ),
    )
  })

  it('returns the metrics of each replica and of the gateway itself', async () => {
    const { body } = await ops('/ops')
    const { metrics } = body.replicas.find(({ name }: { name: string }) => name === 'sellers')

    const answer = await ops(metrics)
    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
      status: 200,
      type: expect.stringContaining('text/plain'),
    })
    expect(answer.text).toContain('service="sellers"')
    const own = await ops('/ops/metrics/gateway')
    expect(own.text).toContain('service="gateway"')
    expect(own.text).toMatch(/souk_request_duration_seconds_count\{.*operation="GET \/ops"/)
  })

  it('labels metrics with routes, never with data from clients', async () => {
    await gateway.ask('/admin/orders/order_secret')
    await gateway.ask('/nothing/here')

    const { text } = await ops('/ops/metrics/gateway')
    expect(text).toContain('operation="GET /admin/orders/:id"')
    expect(text).not.toMatch(/order_secret|nothing/)
  })

  it.each(['/ops/metrics/sellers/unknown', '/ops/metrics/sellers/127.0.0.1:22', '/ops/metrics/sellers/..%2f..'])(
    'answers 404 for an unknown replica: %s',
    async (path) => {
      const { status, body } = await ops(path)

      expect({ status, type: body.type }).toEqual({ status: 404, type: 'not_found' })
    },
  )

  it('answers 404 when the replica belongs to another service', async () => {
    const { body } = await ops('/ops')
    const { id } = body.replicas.find(({ name }: { name: string }) => name === 'sellers')

    expect((await ops(`/ops/metrics/pricing/${id}`)).status).toBe(404)
  })

  it('is not confused by foreign services on the bus', async () => {
    const foreign = await new Svcm(gateway.peer.bus.nc).add({
      name: 'foreign',
      version: '1.0.0',
      metadata: { metrics_url: 'no address' },
    })
    await gateway.peer.bus.nc.flush()

    const { body } = await vi.waitFor(async () => {
      const answer = await ops('/ops')
      expect(answer.body.replicas.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(['foreign', 'sellers']),
      )
      return answer
    })
    expect((await ops(`/ops/metrics/foreign/${foreign.info().id}`)).status).toBe(404)
    expect((await ops(body.replicas.find(({ name }: { name: string }) => name === 'sellers').metrics)).status).toBe(200)
    await foreign.stop()
  })

  it('sends no client headers to a replica, and passes on only its data', async () => {
    const seen: IncomingHttpHeaders[] = []
    const server = createServer(({ headers }, response) => {
      seen.push(headers)
      response
        .writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'connect.sid=other', location: '//evil.example' })
        .end('up 1')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const metrics_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`
    const curious = await new Svcm(gateway.peer.bus.nc).add({ name: 'curious', version: '1.0.0', metadata: { metrics_url } })

    const path = `/ops/metrics/curious/${curious.info().id}`
    const all = { ...headers, cookie: 'connect.sid=secret', 'x-publishable-api-key': 'pk_shop', accept: 'text/plain' }
    const answer = await vi.waitFor(async () => {
      const asked = await gateway.ask(path, { headers: all })
      expect(asked).toMatchObject({
        status: 200,
        text: 'up 1',
        headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
      })
      return asked
    })
    for (const name of ['set-cookie', 'location']) expect(answer.headers).not.toHaveProperty(name)

    expect(seen.at(-1)).toMatchObject({ accept: 'text/plain' })
    for (const name of ['authorization', 'cookie', 'x-publishable-api-key']) expect(seen.at(-1)).not.toHaveProperty(name)
    await curious.stop()
    server.close()
  })

  it('answers 503 when a replica does not answer', async () => {
    const gone = await new Svcm(gateway.peer.bus.nc).add({
      name: 'gone',
      version: '1.0.0',
      metadata: { metrics_url: 'http://127.0.0.1:1/metrics' },
    })

    await vi.waitFor(async () =>
      expect(await ops(`/ops/metrics/gone/${gone.info().id}`)).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      }),
    )
    await gone.stop()
  })

  it('proxies the monitoring of NATS, read-only', async () => {
    const varz = await ops('/ops/nats/varz')

    expect(varz.status).toBe(200)
    expect(varz.body).toMatchObject({ server_name: expect.any(String), jetstream: expect.any(Object) })
    expect((await ops('/ops/nats/connz?limit=1')).body).toMatchObject({ limit: 1 })
    expect((await ops('/ops/nats/varz', 'POST')).status).toBe(404)
  })

  it('gives access to no other paths', async () => {
    for (const path of [
      '/ops/nats/../../etc/passwd',
      '/ops/nats/..%2f..%2fx',
      '/ops/nats//127.0.0.1:1/x',
      '/ops/nats/http://127.0.0.1:1/',
    ]) {
      const { status, headers: received } = await ops(path)
      expect([307, 400, 404]).toContain(status)
      if (status === 307) expect(received.location).toMatch(/^\/ops\/nats\//)
    }
  })
})

it('without a monitoring address there is no NATS monitoring', async () => {
  const other = await startTestGateway()

  expect((await other.ask('/ops/nats/varz', { headers })).status).toBe(404)
  expect((await other.ask('/ops', { headers })).body).not.toHaveProperty('nats')
  await other.stop()
})

it('the token of an administrator is valid for other admin routes too', async () => {
  await gateway.peer.answer(getOrder, () => ({ body: { order: {} } })).ready

  expect((await ops('/admin/orders/order_1')).status).toBe(200)
})
