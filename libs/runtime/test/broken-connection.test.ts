import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { toDocument } from '../src/aggregate/stored.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { createLogger } from '../src/observability/logger.ts'
import { createTestClient, startTestService, testServers } from '../src/testing.ts'
import { aCounter } from './counters.ts'
import { guest, mark, marksService } from './marks-service.ts'

const servers = testServers()
const { NATS_URL } = servers
const sockets = new Set<Socket>()
let isBreaking = false
/** Forwards everything to NATS; while breaking, it closes a connection on its next bytes and accepts no new ones. */
const proxy = createServer((client) => {
  if (isBreaking) return void client.destroy()
  const { hostname, port } = new URL(NATS_URL)
  const upstream = connect(Number(port), hostname)
  for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
  upstream.pipe(client)
  client.on('data', (data) => (isBreaking ? client.destroy() : upstream.write(data)))
  client.on('close', () => upstream.destroy())
})
beforeAll(() => new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve)))
afterEach(() => {
  isBreaking = false
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => proxy.close(resolve))
})

function proxied() {
  const url = new URL(NATS_URL)
  url.port = String((proxy.address() as { port: number }).port)
  return url.href
}

function connectThroughProxy() {
  return connectBus({ url: proxied(), name: 'test', logger: createLogger('test', 'silent') })
}

it('a flush that is interrupted by a lost connection completes after the reconnect', async () => {
  const bus = await connectThroughProxy()
  isBreaking = true
  const alone = bus.nc.flush().then(
    () => 'flushed',
    () => 'refused',
  )
  const flushed = bus.flush()
  expect(await alone).toBe('refused')
  isBreaking = false

  await flushed

  expect(bus.connected).toBe(true)
  await bus.close()
  await expect(bus.flush()).rejects.toThrow()
})

it('closing is final even if the connection breaks while data is being sent', async () => {
  const bus = await connectThroughProxy()
  isBreaking = true

  await bus.close()

  expect(bus.nc.isClosed()).toBe(true)
})

it('a service that is stopped while its connection breaks answers the requests that it has accepted', async () => {
  const service = await startTestService(marksService, { servers: { ...servers, NATS_URL: proxied() } })
  const client = await createTestClient(servers)
  await service.deps.counters.insertOne(toDocument(aCounter()))
  const answer = client.send(mark, {
    params: { id: 'ctr_1' },
    body: { mark: 'a', slow_ms: 1500 },
    actor: guest(),
    deadline: Date.now() + 10_000,
  })
  await expect.poll(() => service.deps.runs, { interval: 5 }).toEqual(['a'])

  isBreaking = true
  const left = service.leave()
  await expect.poll(() => service.bus.connected, { interval: 5 }).toBe(false)
  isBreaking = false

  expect(await answer).toMatchObject({ status: 200, body: { counter: { marks: ['a'] } } })
  await left
  await client.close()
})
