import { request } from 'node:http'
import type { Msg } from '@nats-io/transport-node'
import { getMember } from '@souk/contracts'
import { newHeaders } from '@souk/runtime'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer } from './support/peer.ts'

const MB = 1024 * 1024
const PART = 512 * 1024
let gateway: TestGateway
let headers: Record<string, string>
let stop = () => {}
beforeAll(async () => {
  gateway = await startTestGateway()
  headers = await bearer()
})
afterAll(() => gateway.stop())
afterEach(() => stop())

async function serving(handle: (message: Msg) => void) {
  const answering = gateway.peer.answer(getMember, (message) => void handle(message))
  stop = answering.stop
  await answering.ready
}
function sendPart(message: Msg, part: number, data: Uint8Array, extra: Record<string, string> = {}) {
  const h = newHeaders()
  for (const [name, value] of Object.entries({ ...extra, part: String(part) })) h.set(name, value)
  message.respond(data, { headers: h })
}
/** `size` bytes in parts, each filled with the letter of its number. */
async function sendParts(message: Msg, size: number, { skip = -1, end = true, flow = '' } = {}) {
  const count = size / PART
  const first: Record<string, string> = { status: '200', etag: '"7"', ...(flow === '' ? {} : { flow }) }
  for (let n = 0; n < count; n++) {
    if (n !== skip) sendPart(message, n, Buffer.alloc(PART, 97 + (n % 26)), n === 0 ? first : {})
    if (n % 8 === 7) await gateway.peer.bus.nc.flush()
  }
  if (end) sendPart(message, count, new Uint8Array(0))
}

/** Reads an answer without keeping it. */
function read(
  path = '/vendor/members/mem_1',
  method = 'GET',
  more: Record<string, string> = {},
): Promise<{ status: number; bytes: number; letters: string; whole: boolean; etag: string | undefined }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port: gateway.port, path, method, headers: { ...headers, ...more }, agent: false },
      (incoming) => {
        let bytes = 0
        let letters = ''
        const done = (whole: boolean) =>
          resolve({ status: incoming.statusCode ?? 0, bytes, letters, whole, etag: incoming.headers.etag })
        incoming.on('data', (chunk: Buffer) => {
          for (const at of [0, chunk.length - 1])
            if (letters.at(-1) !== String.fromCharCode(chunk[at]!)) letters += String.fromCharCode(chunk[at]!)
          bytes += chunk.length
        })
        incoming.on('end', () => done(incoming.complete))
        incoming.on('error', () => done(false))
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}

// Parts must arrive within a second, which a test process on a busy machine may not achieve.
describe('a reply in parts', { retry: 2 }, () => {
  it.each([
    ['2 MB', 2 * MB, 'abcd'],
    ['20 MB', 20 * MB, 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn'],
  ])('of %s is written as it arrives, in order', async (_case, size, letters) => {
    await serving((message) => void sendParts(message, size))

    expect(await read()).toEqual({ status: 200, bytes: size, letters, whole: true, etag: '"7"' })
  })

  it('is not sent to a client that has it already', async () => {
    await serving((message) => void sendParts(message, 20 * MB))

    expect(await read(undefined, 'GET', { 'if-none-match': '"7"' })).toMatchObject({ status: 304, bytes: 0, etag: '"7"' })
    expect(await read()).toMatchObject({ status: 200, bytes: 20 * MB })
  })

  it('does not leak memory', async () => {
    await serving((message) => void sendParts(message, 20 * MB))
    for (let i = 0; i < 3; i++) await read()
    const before = process.memoryUsage().rss

    const growth = () => process.memoryUsage().rss - before
    // Leaked memory stays; garbage is collected in a later round.
    for (let round = 0; round === 0 || (round < 4 && growth() >= 150 * MB); round++) for (let i = 0; i < 15; i++) await read()

    expect(growth()).toBeLessThan(150 * MB)
  })

  it('answers HEAD without a body', async () => {
    await serving((message) => void sendParts(message, 2 * MB))

    expect(await read('/vendor/members/mem_1', 'HEAD')).toMatchObject({ status: 200, bytes: 0, whole: true })
  })

  it.each([
    ['with a gap', (message: Msg) => void sendParts(message, 4 * MB, { skip: 3 })],
    ['that stops coming', (message: Msg) => void sendParts(message, 2 * MB, { end: false })],
  ])('%s breaks the connection, so that no client takes it for complete', async (_case, handle) => {
    await serving(handle)

    const { status, whole, bytes } = await read()

    expect({ status, whole }).toEqual({ status: 200, whole: false })
    expect(bytes).toBeLessThanOrEqual(4 * MB)
    expect((await gateway.ask('/health/live')).status).toBe(200)
  })

  it('is dropped when the client leaves, and its service is notified', async () => {
    const flow = 'flow.of.a.client.who.leaves'
    const told: string[] = []
    const { nc } = gateway.peer.bus
    const listening = nc.subscribe(flow, { callback: (_error, message) => void told.push(message.string()) })
    await nc.flush()
    await serving((message) => void sendParts(message, 20 * MB, told.length === 0 ? { end: false, flow } : {}))

    await new Promise<void>((resolve) => {
      const outgoing = request(
        { host: '127.0.0.1', port: gateway.port, path: '/vendor/members/mem_1', headers, agent: false },
        (incoming) => {
          incoming.once('data', () => outgoing.destroy())
          incoming.on('error', () => {})
        },
      )
      outgoing.on('error', () => {})
      outgoing.on('close', resolve)
      outgoing.end()
    })

    await vi.waitFor(() => expect(told).toContain('gone'))
    listening.unsubscribe()
    expect((await read()).bytes).toBe(20 * MB)
  })
})
