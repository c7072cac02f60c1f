import { expect, it, vi } from 'vitest'
import { createTestClient, testServers } from '../src/testing.ts'

interface Sending {
  protocol: { transport: { send: (data: Uint8Array) => void; socket: { cork: () => void } } }
}

async function connect() {
  const client = await createTestClient(testServers())
  const { nc } = client.bus
  const received: Uint8Array[] = []
  nc.subscribe('some.>', { callback: (_error, message) => void received.push(message.data) })
  await nc.flush()
  const { transport } = (nc as unknown as Sending).protocol
  return { client, nc, received, send: vi.spyOn(transport, 'send'), cork: vi.spyOn(transport.socket, 'cork') }
}

it('messages published in one turn are sent together, about 1 MiB at a time', async () => {
  const { client, nc, received, send, cork } = await connect()

  for (let index = 0; index < 100; index++) nc.publish('some.small', new Uint8Array(10))
  await nc.flush()
  const small = send.mock.calls.filter(([data]) => data.length > 1000)
  for (let index = 0; index < 10; index++) nc.publish('some.large', new Uint8Array(500_000))
  await nc.flush()

  expect(small).toHaveLength(1)
  expect(cork.mock.calls.length).toBeLessThanOrEqual(5)
  await expect.poll(() => received.length).toBe(110)
  expect(received.map(({ length }) => length)).toEqual([...Array(100).fill(10), ...Array(10).fill(500_000)])
  await client.close()
})

it('long messages are sent without copying, in order with short ones', async () => {
  const { client, nc, received, send } = await connect()
  const long = Buffer.alloc(200_000, 'l')
  const texts = ['before', 'between', 'after']

  nc.publish('some.short', texts[0]!)
  nc.publish('some.long', long)
  nc.publish('some.short', texts[1]!)
  nc.publish('some.long', long.subarray(0, 100_000))
  nc.publish('some.short', texts[2]!)
  await nc.flush()

  const sent = send.mock.calls.map(([data]) => data)
  expect(sent.filter((data) => data.buffer === long.buffer)).toHaveLength(2)
  expect(sent.length).toBeLessThanOrEqual(6)
  await expect.poll(() => received.length).toBe(5)
  expect(received.map((data) => (data.length < 100 ? String(Buffer.from(data)) : data.length))).toEqual([
    'before',
    200_000,
    'between',
    100_000,
    'after',
  ])
  expect(Buffer.from(received[1]!).equals(long)).toBe(true)
  await client.close()
})
