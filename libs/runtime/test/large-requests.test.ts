import { defineOperation, JsonText } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Bus } from '../src/bus/bus.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { ownEnvelope } from '../src/index.ts'
import { createLogger } from '../src/observability/logger.ts'
import { testServers } from '../src/testing.ts'

const take = defineOperation({
  service: 'orders',
  name: 'take-text',
  summary: 'Take a text',
  body: z.strictObject({ text: z.string() }),
  response: z.object({}),
  attempt_ms: 5000,
})
let bus: Bus
beforeAll(async () => {
  bus = await connectBus({ url: testServers().NATS_URL, name: 'test', logger: createLogger('test', 'silent') })
})
afterAll(() => bus.close())

const send = (bytes: number) => bus.call(take, { body: { text: 'x'.repeat(bytes) } }, ownEnvelope('cart', 5000))

it('requests that exceed the NATS limit are rejected as too large, and the connection survives', async () => {
  await expect(send(bus.nc.info!.max_payload)).rejects.toMatchObject({ kind: 'payload_too_large', status: 413 })
  expect([bus.inFlight, bus.connected]).toEqual([0, true])
})

it('the size check of requests leaves room for their headers', async () => {
  const { max_payload } = bus.nc.info!
  expect([bus.takes({ text: 'x' }), bus.takes({ text: 'x'.repeat(max_payload) })]).toEqual([true, false])
  expect(bus.takes({ text: 'ü'.repeat(max_payload / 2) })).toBe(false)
  expect([bus.takesBytes(1000), bus.takesBytes(max_payload)]).toEqual([true, false])
  const most = max_payload - 5000
  expect(bus.takes({ text: 'x'.repeat(most) })).toBe(true)
  await expect(send(most)).rejects.toMatchObject({ kind: 'unavailable' }) // it was sent, but nobody answers
})

it('requests are measured and sent with snapshot text as it is, without parsing it', async () => {
  class Unread extends JsonText<string> {
    override get value(): never {
      throw new Error('parsed')
    }
  }
  const snapshot = (bytes: number) => ({ text: new Unread(JSON.stringify('x'.repeat(bytes))) as unknown as string })
  const { max_payload } = bus.nc.info!
  expect([bus.takes(snapshot(10)), bus.takes(snapshot(max_payload))]).toEqual([true, false])
  const call = (bytes: number) => bus.call(take, { body: snapshot(bytes) }, ownEnvelope('cart', 5000))
  await expect(call(max_payload)).rejects.toMatchObject({ kind: 'payload_too_large' })
  await expect(call(10)).rejects.toMatchObject({ kind: 'unavailable' }) // it was sent, but nobody answers
})
