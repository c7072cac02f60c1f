import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import {
  beginSellerProductExport,
  getSellerProductExportPart,
  importSellerProducts,
  MAX_IMPORTED_LINES,
  type Operation,
} from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer, MEMBER, type PeerReply } from './support/peer.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env: { UPLOAD_MAX_MB: '20' } })
})
afterAll(() => gateway.stop())

const HEADER = 'Product Title,Product Description,Variant Title'
const PRICES = Array.from({ length: 11 }, (_, n) => `Variant Price Region ${n} [EUR]`)
/** The form of a file, with one line for each product. */
const formOf = (lines: readonly string[], header = HEADER) =>
  [
    '--souk\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n',
    `${[header, ...lines].join('\n')}\r\n--souk--\r\n`,
  ].join('\r\n')
const imports = async (lines: readonly string[], claims = MEMBER, header = HEADER) =>
  gateway.ask('/vendor/products/import', {
    method: 'POST',
    body: formOf(lines, header),
    headers: { 'content-type': 'multipart/form-data; boundary=souk', ...(await bearer(claims)) },
  })

/** The peer answers an operation until the test ends. */
async function answering(operation: Operation, answer: (n: number) => PeerReply | undefined) {
  const { ready, stop, taken } = gateway.peer.answer(operation, (_, n) => answer(n))
  await ready
  onTestFinished(stop)
  return taken
}
const memberOf = (seller_id: string) => ({ ...MEMBER, seller_id })

/** A connection on which the form of an import never ends, and its answer, if any. */
async function trickle(seller_id: string) {
  const { authorization } = await bearer(memberOf(seller_id))
  const socket: Socket = connect(gateway.port, '127.0.0.1')
  const head = ['POST /vendor/products/import HTTP/1.1', 'host: a', `authorization: ${authorization}`]
  socket.write(
    [...head, 'content-type: multipart/form-data; boundary=souk', 'content-length: 9999', '', formOf([])]
      .join('\r\n')
      .slice(0, -12),
  )
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString()
  })
  socket.on('error', () => undefined)
  return { answer: () => text.split('\r\n')[0], leave: () => void socket.destroy() }
}

describe('an import of a seller', () => {
  it('is sent to a single replica, however long it takes, and its answer is passed on unchanged', async () => {
    const { peer } = gateway
    const body = `{"products": [ {"title":"${'x'.repeat(1000)}"} ]}`
    const slow = (message: Parameters<typeof peer.reply>[0]) => {
      setTimeout(() => peer.reply(message, { body, status: 201 }), 400)
      return undefined
    }
    const replicas = [
      await peer.replica(importSellerProducts, 'one', slow),
      await peer.replica(importSellerProducts, 'two', slow),
    ]
    const answer = await imports(['Table,,S'])
    expect([answer.status, answer.text]).toEqual([201, body])
    expect(replicas.flatMap(({ taken }) => taken)).toHaveLength(1)
    for (const replica of replicas) replica.stop()
  })

  it('with an unknown outcome names the list of products as the way to check it', async () => {
    const body = { type: 'unexpected_state', code: 'outcome_unknown', message: 'Repeat it with the same Idempotency-Key' }
    const headers = { 'Nats-Service-Error': 'outcome_unknown', 'Nats-Service-Error-Code': '504' }
    await answering(importSellerProducts, () => ({ body, status: 504, headers }))
    const { status, body: shown } = await imports(['Table,,S'])
    expect([status, shown.code, shown.message]).toEqual([
      504,
      'outcome_unknown',
      'The import took too long; it may or may not have been carried out, which the list of products tells',
    ])
  })

  it.each<[string, readonly string[], number, string]>([
    [
      'more variants than can be created at once',
      Array.from({ length: MAX_IMPORTED_LINES + 1 }, (_, n) => `Table,,${n}`),
      400,
      'A file holds at most 2000 lines, one for each variant',
    ],
    [
      'more text than can be imported at once',
      Array.from({ length: 90 }, (_, n) => `Table ${n},${'x'.repeat(100 * 1024)},S`),
      413,
      'The file holds more text than can be imported at once; please divide it',
    ],
  ])('is rejected with %s', async (_, lines, status, message) => {
    const answer = await imports(lines)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })
})

it('an import of more prices than the limit is rejected', async () => {
  const header = [HEADER, ...PRICES].join(',')
  const lines = Array.from({ length: 500 }, (_, n) => `Table,,${n}${',1'.repeat(11)}`)
  const { status, body } = await imports(lines, MEMBER, header)
  expect([status, body.message]).toEqual([400, 'A file holds at most 5000 prices'])
})

describe('concurrency limits', () => {
  it('of imports do not count unfinished uploads, but allow only one per seller', async () => {
    await answering(importSellerProducts, () => ({ body: { products: [] }, status: 201 }))
    const ofOne = [await trickle('sel_slow'), await trickle('sel_slow')]
    await Promise.all(['sel_a', 'sel_b', 'sel_c', 'sel_d'].map(trickle))
    await vi.waitFor(() => expect(ofOne.map(({ answer }) => answer()).sort()).toEqual(['', 'HTTP/1.1 429 Too Many Requests']))
    expect((await imports(['Table,,S'])).status).toBe(201)
    for (const { leave } of ofOne) leave()
    await vi.waitFor(async () => expect((await imports(['Table,,S'], memberOf('sel_slow'))).status).toBe(201))
  })

  it('allow one import per seller, from the first byte to the answer', async () => {
    let reply: ((answer: PeerReply) => void) | undefined
    const { ready, stop } = gateway.peer.answer(importSellerProducts, (message, n) => {
      if (n > 1) return { body: { products: [] }, status: 201 }
      reply = (answer) => gateway.peer.reply(message, answer)
      return undefined
    })
    await ready
    onTestFinished(stop)
    const first = imports(['Table,,S'])
    await vi.waitFor(() => expect(reply).toBeDefined())
    const { status, headers, body } = await imports(['Chair,,S'])
    expect([status, headers['retry-after'], body]).toMatchObject([
      429,
      '1',
      { type: 'rate_limited', message: 'Another import of the seller is under way; try again once it is answered' },
    ])
    expect((await imports(['Chair,,S'], memberOf('sel_other'))).status).toBe(201)
    reply?.({ body: { products: [] }, status: 201 })
    expect((await first).status).toBe(201)
    expect((await imports(['Chair,,S'])).status).toBe(201)
  })

  it('allow one waiting export per seller: further requests are answered at once', async () => {
    let isWritten = false
    await answering(beginSellerProductExport, () => ({ body: { id: 'pexp_1' } }))
    const asked = await answering(getSellerProductExportPart, () => ({
      body: { text: 'a\n', next: null, filename: 'a.csv', is_written: isWritten },
    }))
    const exported = async () =>
      gateway.ask('/vendor/products/export', { method: 'POST', headers: await bearer(memberOf('sel_1')) })
    const first = exported()
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
    const others = await Promise.all(Array.from({ length: 20 }, exported))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([202]))
    isWritten = true
    const { status, body } = await first
    const pathsOf = [body, ...others.map((other) => other.body)].map(({ url }) => new URL(url))
    expect([status, new Set(pathsOf.map(({ pathname }) => pathname))]).toEqual([
      200,
      new Set(['/vendor/product-exports/pexp_1/file']),
    ])
    const keys = new Set(pathsOf.map(({ searchParams }) => searchParams.get('key')))
    expect([keys.size, [...keys].every((key) => /^[\w-]{43}$/.test(key!))]).toEqual([21, true])
  })

  it('allow one waiting download per export, which needs no token with its key', async () => {
    const asked: { part: number; key_sha256?: string }[] = []
    const { ready, stop } = gateway.peer.answer(getSellerProductExportPart, (message, n) => {
      asked.push(JSON.parse(message.string()))
      return { body: { text: 'a\n', next: null, filename: 'a.csv', is_written: n > 3 } }
    })
    await ready
    onTestFinished(stop)
    const path = '/vendor/product-exports/pexp_1/file'
    expect((await gateway.ask(path)).status).toBe(401)
    const { status, text, headers } = await gateway.ask(`${path}?key=secret`)
    expect([status, text, headers['content-disposition']]).toEqual([200, 'a\n', 'attachment; filename="a.csv"'])
    expect(asked.length).toBeGreaterThan(3)
    const key_sha256 = createHash('sha256').update('secret').digest('hex')
    expect(asked).toEqual(asked.map(() => ({ export_id: 'pexp_1', part: 0, key_sha256 })))
    asked.length = 0
    expect((await gateway.ask(`${path}?key=secret`, { headers: await bearer(MEMBER) })).status).toBe(200)
    expect(asked[0]).not.toHaveProperty('key_sha256')
  })
})
