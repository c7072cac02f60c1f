import { expect, it, vi } from 'vitest'
import { createTestClient, testServers } from '../src/testing.ts'

interface Sending {
  protocol: { transport: { send: (data: Uint8Array) => void } }
}

it('what is published in one turn leaves together, a MiB or so at a time', async () => {
  const client = await createTestClient(testServers())
  const { nc } = client.bus
  const received: number[] = []
  nc.subscribe('some.>', { callback: (_error, message) => void received.push(message.data.length) })
  await nc.flush()
  const send = vi.spyOn((nc as unknown as Sending).protocol.transport, 'send')

  for (let index = 0; index < 100; index++) nc.publish('some.small', new Uint8Array(10))
  for (let index = 0; index < 10; index++) nc.publish('some.large', new Uint8Array(500_000))
  await nc.flush()

  const lengths = send.mock.calls.map(([data]) => data.length).filter((length) => length > 1000)
  expect(lengths.length).toBeLessThanOrEqual(6)
  expect(Math.max(...lengths)).toBeLessThan(1_700_000)
  await expect.poll(() => received.length).toBe(110)
  expect(received.slice(0, 100)).toEqual(Array(100).fill(10))
  await client.close()
})
