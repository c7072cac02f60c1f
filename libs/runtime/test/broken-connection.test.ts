import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBus } from '../src/bus/connect-bus.ts'
import { createLogger } from '../src/observability/logger.ts'
import { testServers } from '../src/testing.ts'

const { NATS_URL } = testServers()
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
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => proxy.close(resolve))
})

function connectThroughProxy() {
  const url = new URL(NATS_URL)
  url.port = String((proxy.address() as { port: number }).port)
  return connectBus({ url: url.href, name: 'test', logger: createLogger('test', 'silent') })
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
