import { createPriceListPrice, getMember, getOrder } from '@souk/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { expectErrorShape, parseRaw, sendRaw } from './support/http.ts'
import { ADMIN, bearer } from './support/peer.ts'

let gateway: TestGateway
let authorization = ''
beforeAll(async () => {
  gateway = await startTestGateway()
  authorization = (await bearer()).authorization
  for (const operation of [getMember, createPriceListPrice])
    await gateway.peer.answer(operation, () => ({ body: { ok: true } })).ready
})
afterAll(() => gateway.stop())
afterEach(async () => {
  expect((await gateway.ask('/health/live')).status).toBe(200)
})

const raw = (text: string | readonly string[], options = {}) => sendRaw(gateway.port, text, options)
const get = (...lines: string[]) => `${['GET /vendor/members/mem_1 HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`
const auth = () => `Authorization: ${authorization}`
const post = (lines: string[], body: string) =>
  `${['POST /vendor/price-lists/plist_1/prices HTTP/1.1', 'Host: x', auth(), 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n${body}`

describe('broken framing is rejected with a JSON error, and the connection is closed', () => {
  const cases: [string, number, () => string][] = [
    ['a header of 20 KiB', 431, () => get('Host: x', `X-Long: ${'a'.repeat(20_480)}`)],
    ['a URL of 20 KiB', 431, () => `GET /${'a'.repeat(20_480)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['Content-Length and Transfer-Encoding', 400, () => post(['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
    [
      'two Transfer-Encoding headers',
      400,
      () => post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
    ],
    ['two Content-Length headers', 400, () => post(['Content-Length: 2', 'Content-Length: 3'], '{}')],
    ['a negative Content-Length', 400, () => post(['Content-Length: -1'], '{}')],
    ['a Content-Length that is not a number', 400, () => post(['Content-Length: 2x'], '{}')],
    ['a malformed chunk size', 400, () => post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
    ['a NUL in a header', 400, () => get('Host: x', 'X-A: a\0b')],
    ['a control character in a header', 400, () => get('Host: x', 'X-A: a\x01b')],
    ['a bare line feed', 400, () => `GET /vendor/members/mem_1 HTTP/1.1\nHost: x\n\n`],
    ['a space before the colon', 400, () => get('Host: x', 'X-A : a')],
    ['a folded header', 400, () => get('Host: x', 'X-A: a\r\n b')],
    ['a missing HTTP version', 400, () => 'GET /vendor/members/mem_1\r\n\r\n'],
    ['HTTP/3.0', 400, () => 'GET / HTTP/3.0\r\nHost: x\r\n\r\n'],
    ['an unknown method', 400, () => 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['TLS on the plain port', 400, () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    [
      'Transfer-Encoding in HTTP/1.0',
      400,
      () =>
        post(['Connection: keep-alive', 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    ],
    ['a space in the URL', 400, () => 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ]
  it.each(cases)('%s', async (_case, status, make) => {
    const { text, closed } = await raw(make())

    const answer = parseRaw(text)
    expect({ status: answer.status, closed }).toEqual({ status, closed: true })
    expectErrorShape(answer)
    expect(answer.body.request_id).toBe(answer.headers['request-id'])
  })
})

describe('well-formed requests with too many or too few headers are rejected with a JSON error', () => {
  const cases: [string, number, string, () => string][] = [
    ['no Host header', 400, 'The header host is missing', () => get(auth())],
    ['two Host headers', 400, 'The header host must not be sent twice', () => get('Host: x', 'Host: y', auth())],
    [
      'two Authorization headers',
      400,
      'The header authorization must not be sent twice',
      () => get('Host: x', auth(), 'Authorization: Bearer x'),
    ],
    [
      '101 headers',
      400,
      'The request has more than 100 headers',
      () => get('Host: x', ...Array.from({ length: 100 }, (_, i) => `X-${i}: a`)),
    ],
    [
      'more headers than Node counts',
      400,
      'The request has more than 100 headers',
      () => get('Host: x', ...Array.from({ length: 2500 }, () => 'a:b')),
    ],
    ['an unknown Expect header', 417, 'Expect must be 100-continue', () => get('Host: x', 'Expect: x')],
  ]
  it.each(cases)('%s', async (_case, status, message, make) => {
    const answer = parseRaw((await raw(make(), { until: /\}$/ })).text)

    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message })
    expectErrorShape(answer)
  })
})

describe('the gateway accepts', () => {
  it('HTTP/1.0 without Host, 100-continue, and chunks with extensions', async () => {
    const one = parseRaw((await raw(`GET /vendor/members/mem_1 HTTP/1.0\r\n${auth()}\r\n\r\n`)).text)
    const continued = (
      await raw([post(['Content-Length: 2', 'Expect: 100-continue'], ''), '{}'], { until: /200 OK[\s\S]*\}$/, pauseMs: 150 })
    ).text
    const extended = parseRaw(
      (await raw(post(['Transfer-Encoding: chunked'], '1;a=b\r\n{\r\n1\r\n}\r\n0\r\n\r\n'), { until: /\}$/ })).text,
    )

    expect(one.status).toBe(200)
    expect(continued).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/)
    expect(extended.status).toBe(200)
  })

  it('several requests on one connection, each with its own answer', async () => {
    const { text } = await raw(get('Host: x', auth()).repeat(3), { until: /(?:200 OK[\s\S]*){3}\}$/ })

    expect(text.match(/HTTP\/1.1 200 OK/g)).toHaveLength(3)
  })
})

describe('data after a request', () => {
  it('beyond its Content-Length is rejected as a second request, and never part of the first', async () => {
    const { text, closed } = await raw(post(['Content-Length: 2'], '{}GARBAGE\r\n\r\n'))

    expect(text.match(/^HTTP\/1.1 400/gm)).toHaveLength(1)
    expect(closed).toBe(true)
  })

  it('is never answered in the middle of another answer', async () => {
    const { ready, stop } = gateway.peer.answer(getOrder, (message) => {
      gateway.peer.reply(message, { body: 'a'.repeat(1000), headers: { part: '0' } })
      return undefined
    })
    await ready
    const administrator = `Authorization: ${(await bearer(ADMIN)).authorization}`

    const { text, closed } = await raw(
      [`GET /admin/orders/order_1 HTTP/1.1\r\nHost: x\r\n${administrator}\r\n\r\n`, 'GARBAGE\r\n\r\n'],
      { pauseMs: 300 },
    )

    expect(text).toContain('a'.repeat(1000))
    expect({ heads: text.match(/HTTP\/1\.1 /g)?.length, closed }).toEqual({ heads: 1, closed: true })
    stop()
  })
})

describe('slow senders', () => {
  const slowly = (head: string, count: number) => [head, ...Array.from({ length: count }, (_, i) => `X-${i}: a\r\n`)]

  it('of headers get a JSON error with status 408 after three seconds', async () => {
    const begunAt = performance.now()
    const { text, closed } = await raw(slowly('GET / HTTP/1.1\r\nHost: x\r\n', 12), { pauseMs: 500 })

    expect(closed).toBe(true)
    expect(performance.now() - begunAt).toBeGreaterThan(2500)
    const answer = parseRaw(text)
    expect(answer.status).toBe(408)
    expectErrorShape(answer)
  })

  it('of bodies get 408 after ten seconds', async () => {
    const begunAt = performance.now()
    const { text, closed } = await raw([post(['Content-Length: 1000'], '{'), ...Array(30).fill(' ')], {
      pauseMs: 500,
    })

    expect(closed).toBe(true)
    expect(performance.now() - begunAt).toBeGreaterThan(9000)
    expect(parseRaw(text).status).toBe(408)
  })
})
