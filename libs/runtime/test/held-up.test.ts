import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Bus } from '../src/bus/bus.ts'
import { newHeaders } from '../src/bus/bus.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { createLogger } from '../src/observability/logger.ts'
import { testServers } from '../src/testing.ts'

const EMPTY = new Uint8Array(0)

let bus: Bus
beforeAll(async () => {
  bus = await connectBus({ url: testServers().NATS_URL, name: 'test', logger: createLogger('test', 'silent') })
})
afterAll(() => bus.close())

/** Blocks the process as garbage collection or lack of CPU would. */
function holdUp(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('accepts a reply that arrived while the process was blocked', async () => {
  bus.nc.subscribe('cart.echo', { callback: (_error, message) => void message.respond(EMPTY) })
  await bus.flush()
  const asked = bus.request('cart.echo', newHeaders(), EMPTY, 50)
  holdUp(300)
  expect(await asked).toMatchObject({ parts: undefined })
})

it('times out once when nobody replies', async () => {
  bus.nc.subscribe('cart.silent', { callback() {} })
  await bus.flush()
  const asked = bus.request('cart.silent', newHeaders(), EMPTY, 50)
  holdUp(300)
  await expect(asked).rejects.toMatchObject({ reason: 'timeout' })
  expect(bus.inFlight).toBe(0)
})
