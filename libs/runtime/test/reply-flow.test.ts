import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReplyFlow, GONE } from '../src/bus/reply-flow.ts'
import { createLogger } from '../src/observability/logger.ts'
import { createTestClient, testServers } from '../src/testing.ts'

const logger = createLogger('test', 'silent')
let client: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  client = await createTestClient(testServers())
})
afterAll(() => client.close())

describe('the sender of a reply', () => {
  it('learns how many parts were taken, in whatever order the messages arrive', async () => {
    const reader = createReplyFlow(client.bus.nc, 'test', logger).open()
    const third = reader.hasTaken(3)

    for (const text of ['1', '3', '2']) client.bus.nc.publish(reader.subject, text)

    expect(await third).toBe(true)
    expect(await reader.hasTaken(2)).toBe(true)
  })

  it('learns that the reader left', async () => {
    const reader = createReplyFlow(client.bus.nc, 'test', logger).open()
    const first = reader.hasTaken(1)

    client.bus.nc.publish(reader.subject, GONE)

    expect(await first).toBe(false)
  })

  it('gives up when it hears nothing for too long, counting from the last part that was taken', async () => {
    const reader = createReplyFlow(client.bus.nc, 'test', logger, 5000).open()
    const startedAt = performance.now()
    const third = reader.hasTaken(3)
    await sleep(1000)
    client.bus.nc.publish(reader.subject, '1')

    expect(await third).toBe(false)
    expect(performance.now() - startedAt).toBeGreaterThan(5500)
  })

  it('stops waiting for the reader when the process ends', async () => {
    const flow = createReplyFlow(client.bus.nc, 'test', logger)
    const reader = flow.open()
    const first = reader.hasTaken(1)

    flow.hurry()

    expect(await first).toBe(true)
    expect(await reader.hasTaken(100)).toBe(true)
  })

  it('goes on waiting for the reader then if the rest has yet to be made', async () => {
    const flow = createReplyFlow(client.bus.nc, 'test', logger)
    const reader = flow.open({ isMade: false })
    const first = reader.hasTaken(1)
    flow.hurry()
    client.bus.nc.publish(reader.subject, '1')
    expect(await first).toBe(true)

    const second = reader.hasTaken(2)
    reader.end()
    expect(await second).toBe(false)
  })
})
