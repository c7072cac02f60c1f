import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getMember } from '@souk/contracts'
import { implement, REPLY_WINDOW_BYTES, type Service, ServiceConfig } from '@souk/runtime'
import { startTestService } from '@souk/runtime/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer } from './support/peer.ts'

const MB = 1024 * 1024
/** The machine may be busy. */
const PATIENT = { timeout: 40_000 }
let bytes = 10 * MB
let asked = 0
const answering: Service<undefined, typeof ServiceConfig> = {
  name: 'sellers',
  version: '0.0.0',
  config: ServiceConfig,
  handlers: [
    implement(getMember, async () => {
      asked++
      return { member: { id: 'x'.repeat(bytes) } } as never
    }),
  ],
  prepare: async () => undefined,
}

let gateway: TestGateway
let service: Awaited<ReturnType<typeof startTestService<undefined, typeof ServiceConfig>>>
let request = ''
const sockets: Socket[] = []
const accepted: Socket[] = []
beforeAll(async () => {
  gateway = await startTestGateway({ env: { MAX_UNREAD_MB: '1' } })
  gateway.app.server.on('connection', (socket) => accepted.push(socket))
  service = await startTestService(answering)
  request = `GET /vendor/members/mem_1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${(await bearer()).authorization}\r\n\r\n`
})
afterAll(async () => {
  await gateway.stop()
  await service.stop()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(unreadBytes, PATIENT).toBe(0)
  asked = 0
})

/**
 * A client that reads nothing until it is told to. Whether its connection lives is checked at the gateway, because a client
 * that does not read does not notice the end.
 */
async function open(text: string) {
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  socket.pause()
  socket.write(text)
  const { localPort } = socket
  const other = await vi.waitUntil(() => accepted.find(({ remotePort }) => remotePort === localPort), PATIENT)
  return {
    socket,
    isClosed: () => other.destroyed,
    read() {
      let read = 0
      socket.on('data', (chunk: Buffer) => (read += chunk.length)).resume()
      return () => read
    },
  }
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(gateway.metrics_url)).text()
  return Number(new RegExp(`^${name}(?:{.*})? (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}
const unreadBytes = () => metric('souk_unread_answer_bytes')

/** Two that have been waiting for a second, long before connections without progress are closed. */
async function twoWaiting() {
  for (;;) {
    const startedAt = performance.now()
    const clients = [await open(request), await open(request)] as const
    await expect.poll(unreadBytes, PATIENT).toBe(2 * REPLY_WINDOW_BYTES)
    await sleep(1100)
    if (performance.now() - startedAt < 3000) return clients
    for (const { socket } of clients) socket.destroy()
    await expect.poll(unreadBytes, PATIENT).toBe(0)
  }
}

/**
 * A reply is given up when its next part does not arrive within a second, which may happen in a busy test process that
 * contains both ends.
 */
const BUSY_MACHINE = { retry: 5 }

describe('a client that does not read', BUSY_MACHINE, () => {
  it('is sent only what it reads, and everything once it reads', async () => {
    const client = await open(request)
    await expect.poll(unreadBytes, PATIENT).toBe(REPLY_WINDOW_BYTES)
    await sleep(1500) // longer than the time limit for a part

    const read = client.read()

    await expect.poll(read, PATIENT).toBeGreaterThan(10 * MB)
  })

  it('is disconnected within ten seconds, while one that reads slowly is not', { timeout: 120_000 }, async () => {
    const [stalled, slow] = [await open(request), await open(request)]
    const read = slow.read()
    slow.socket.on('data', () => {
      slow.socket.pause()
      setTimeout(() => slow.socket.resume(), 200)
    })
    await sleep(2000)
    expect(stalled.isClosed()).toBe(false)

    await expect.poll(stalled.isClosed).toBe(true)

    expect(slow.isClosed()).toBe(false)
    expect(read()).toBeGreaterThan(0)
  })

  it('is disconnected earlier when there are many of them, the longest waiting first', async () => {
    const before = await metric('souk_slow_readers_ended_total')
    const first = await twoWaiting()

    const last = await open(request)

    await expect.poll(first[0].isClosed, PATIENT).toBe(true)
    expect([first[1].isClosed(), last.isClosed()]).toEqual([false, false])
    expect(await metric('souk_slow_readers_ended_total')).toBe(before + 1)
  })
})

describe('a client that pipelines requests without reading answers', BUSY_MACHINE, () => {
  it('is answered one request after another: waiting requests are not forwarded', async () => {
    bytes = 400_000 // sent whole, and more than the system buffers for a client that does not read
    const client = await open(request.repeat(30))
    await expect.poll(() => asked, PATIENT).toBeGreaterThan(0)
    await sleep(500)
    expect(asked).toBeLessThan(25)

    const read = client.read()

    await expect.poll(read, PATIENT).toBeGreaterThan(30 * bytes)
    expect(asked).toBe(30)
  })

  it('is disconnected when it pipelines too many', async () => {
    bytes = 4 * MB
    const client = await open(request.repeat(100))

    await expect.poll(client.isClosed, PATIENT).toBe(true)
    expect(asked).toBeLessThan(3)
  })
})
