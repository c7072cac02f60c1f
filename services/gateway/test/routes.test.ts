import { METHODS } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createPriceListPrice, getMember, logIn, operations, removeGiftCard } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import type { SendOptions } from './support/http.ts'
import { bearer } from './support/peer.ts'

let gateway: TestGateway
let headers: Record<string, string>
let shop: Record<string, string>
/** Headers that the service received, echoed. */
const NAMES = [
  'request-id',
  'http-id',
  'op-id',
  'attempt',
  'deadline',
  'actor',
  'params',
  'query',
  'idempotency-key',
  'client',
  'if-match',
  'traceparent',
  'status',
  'part',
] as const

beforeAll(async () => {
  gateway = await startTestGateway()
  headers = await bearer()
  shop = { 'x-publishable-api-key': 'pk_shop' }
  await gateway.peer.publishApiKey('pk_shop')
  for (const operation of [createPriceListPrice, getMember, logIn, removeGiftCard]) {
    await gateway.peer.answer(operation, ({ headers, data }) => ({
      status: operation.status,
      headers: { etag: '"3"' },
      body: {
        sent: Object.fromEntries(NAMES.flatMap((name) => (headers?.has(name) ? [[name, headers.get(name)]] : []))),
        data: Buffer.from(data).toString('latin1'),
      },
    })).ready
  }
})
afterAll(() => gateway.stop())

const ask = (path: string, options: SendOptions = {}) =>
  gateway.ask(path, { ...options, headers: { ...headers, ...options.headers } })
const PRICES = '/vendor/price-lists/plist_1/prices'
const post = (options: SendOptions) => ask(PRICES, { method: 'POST', ...options })

describe('an unknown path', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'QUERY'])('returns 404: %s', async (method) => {
    const { status, body } = await ask('/vendor/nothing?a=1', { method })

    expect({ status, type: body.type, message: body.message }).toEqual({
      status: 404,
      type: 'not_found',
      message: `Cannot ${method} /vendor/nothing`,
    })
  })

  it('returns 404 with any body, and without authentication', async () => {
    expect(
      (await gateway.ask('/vendor/nothing', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' })).status,
    ).toBe(404)
  })

  it.each([
    '/vendor/members/x/y/',
    '/vendor/members//',
    '//vendor/members',
    '/vendor//members',
    '/Vendor/members',
    '/vendor/members;jsessionid=1',
    '/vendor/%6dembers/x/y',
    '/internal',
    '/sellers.find-api-key',
    '/$SYS',
  ])('is any variant of a known one: %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })
})

it('a known path may end with a slash', async () => {
  const [plain, slash] = [await ask('/vendor/members/mem_1?fields=id'), await ask('/vendor/members/mem_1/?fields=id')]
  expect([slash.status, slash.body.sent.params, slash.body.sent.query]).toEqual([
    200,
    plain.body.sent.params,
    plain.body.sent.query,
  ])
  expect((await ask('/vendor/members/mem_1/', { method: 'PUT' })).status).toBe(405)
  expect((await ask('/vendor/members/', { method: 'OPTIONS' })).status).toBe(204)
})

const paths =
  Map.groupBy?.(operations, ({ path }) => path) ??
  operations.reduce(
    (all, operation) => all.set(operation.path, [...(all.get(operation.path) ?? []), operation]),
    new Map<string | undefined, (typeof operations)[number][]>(),
  )
describe('a known path with another method', () => {
  it.each(
    [...paths]
      .filter(([path]) => path !== undefined)
      .map(([path, all]) => [path as string, all.map(({ method }) => method as string)] as const),
  )('is rejected with the allowed methods: %s', async (path, methods) => {
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])]
    const url = path.replace(/:\w+/g, 'x')

    for (const method of METHODS.filter((one) => !['CONNECT', 'OPTIONS', ...allowed].includes(one))) {
      const answer = await gateway.ask(url, { method })
      expect({ method, status: answer.status, allow: answer.headers.allow }).toEqual({
        method,
        status: 405,
        allow: [...allowed, 'OPTIONS'].join(', '),
      })
      if (method !== 'HEAD')
        expect(answer.body).toMatchObject({ type: 'not_allowed', code: 'method_not_allowed', message: `Cannot ${method} ${url}` })
    }
  })

  it('is rejected with any body', async () => {
    expect(
      (await ask('/vendor/members/mem_1', { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x' })).status,
    ).toBe(405)
  })
})

describe('HEAD', () => {
  it('answers like GET, without the body', async () => {
    const head = await ask('/vendor/members/mem_1', { method: 'HEAD' })

    expect({ status: head.status, text: head.text, etag: head.headers.etag }).toEqual({ status: 200, text: '', etag: '"3"' })
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
    expect((await gateway.ask('/vendor/members/mem_1', { method: 'HEAD' })).status).toBe(401)
  })
})

describe('If-None-Match', () => {
  const MEMBER = '/vendor/members/mem_1'
  const read = (tags: string, method = 'GET') => ask(MEMBER, { method, headers: { 'if-none-match': tags } })

  it.each(['"3"', 'W/"3"', '"2", "3"', '*'])('of %s gets 304 when the ETag matches', async (tags) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, text, headers } = await read(tags, method)
      expect({ status, text, etag: headers.etag }).toEqual({ status: 304, text: '', etag: '"3"' })
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'request-id': expect.any(String) })
    }
  })

  it.each(['"2"', '3', '"3', '"33"', ''])('of %j gets the full answer', async (tags) => {
    expect(await read(tags)).toMatchObject({ status: 200, headers: { etag: '"3"' } })
  })

  it('does not bypass authentication', async () => {
    expect((await gateway.ask(MEMBER, { headers: { 'if-none-match': '*' } })).status).toBe(401)
  })

  it('is rejected on writes', async () => {
    const { status, body } = await post({ headers: { 'if-none-match': '"3"' }, body: {} })

    expect([status, body.message]).toEqual([400, 'If-None-Match is for reads: send If-Match with a change'])
  })
})

describe('a body', () => {
  it.each([
    ['JSON', '{"amount":1}'],
    ['JSON with all kinds of whitespace', ' {\r\n\t"amount" : 1 }\n'],
    ['truncated JSON', '{"amount":'],
    ['a BOM', '\ufeff{}'],
    ['repeated keys', '{"a":1,"a":2,"__proto__":{}}'],
  ])('is passed to the service untouched: %s', async (_case, body) => {
    const answer = await post({ body })

    expect(answer.status).toBe(201)
    expect(Buffer.from(answer.body.data, 'latin1').toString()).toBe(body)
  })

  it('of arbitrary bytes is passed to the service untouched', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)

    expect((await post({ body: bytes })).body.data).toBe(Buffer.from(bytes).toString('latin1'))
  })

  it.each([
    'application/json',
    'application/json;',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
    'application/json\t; charset=utf-8',
  ])('is accepted as %s', async (type) => {
    expect((await post({ headers: { 'content-type': type }, body: '{}' })).status).toBe(201)
  })

  it.each<[string, SendOptions]>([
    ['text/plain', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['xml', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }],
    ['a multipart form', { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' }],
    ['+json', { headers: { 'content-type': 'application/merge-patch+json' }, body: '{}' }],
    ['a type that only begins like JSON', { headers: { 'content-type': 'application/jsonx' }, body: '{}' }],
    ['utf-16', { headers: { 'content-type': 'application/json; charset=utf-16' }, body: Buffer.from('{}', 'utf16le') }],
    ['latin1', { headers: { 'content-type': 'application/json; charset=iso-8859-1' }, body: '{}' }],
    ['gzip', { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: gzipSync('{}') }],
    ['a malformed type', { headers: { 'content-type': '////' }, body: '{}' }],
    ['no type', { headers: { 'content-type': [] }, body: '{}' }],
    ['an empty type', { headers: { 'content-type': '' }, body: '{}' }],
    ['two types', { headers: { 'content-type': ['application/json', 'text/plain'] }, body: '{}' }],
  ])('is rejected as %s', async (_case, options) => {
    const { status, body } = await post(options)

    expect({ status, type: body.type, code: body.code }).toEqual({
      status: 415,
      type: 'invalid_data',
      code: 'unsupported_media_type',
    })
  })

  it('may have up to 256 KiB, with or without a Content-Length', async () => {
    const body = 'a'.repeat(256 * 1024)
    const chunked = { 'transfer-encoding': 'chunked' }

    expect((await post({ body })).status).toBe(201)
    expect((await post({ body, headers: chunked })).status).toBe(201)
    for (const extra of [{}, chunked]) {
      const answer = await post({ body: `${body}a`, headers: extra })
      expect({ status: answer.status, code: answer.body.code, message: answer.body.message }).toEqual({
        status: 413,
        code: 'payload_too_large',
        message: 'The body must not be larger than 256 KiB',
      })
    }
  })

  it.each<[string, string, SendOptions]>([
    ['POST without a body or content type', PRICES, { method: 'POST' }],
    ['POST with only a content type', PRICES, { method: 'POST', headers: { 'content-type': 'application/json' } }],
    ['POST with a content type and length 0', PRICES, { method: 'POST', body: '' }],
    ['DELETE without a body or content type', '/store/carts/cart_1/gift-cards', { method: 'DELETE' }],
    [
      'DELETE with only a content type',
      '/store/carts/cart_1/gift-cards',
      { method: 'DELETE', headers: { 'content-type': 'application/json' } },
    ],
    ['DELETE with a content type and length 0', '/store/carts/cart_1/gift-cards', { method: 'DELETE', body: '' }],
    ['GET with only a content type', '/vendor/members/mem_1', { headers: { 'content-type': 'application/json' } }],
  ])('may be missing: %s', async (_case, path, options) => {
    const { status, body } = await ask(path, { ...options, headers: { ...shop, ...options.headers } })

    expect({ status, data: body.data }).toEqual({ status: path === PRICES ? 201 : 200, data: '' })
  })

  it('of a DELETE is passed to the service', async () => {
    const { body } = await ask('/store/carts/cart_1/gift-cards', { method: 'DELETE', headers: shop, body: { code: 'A' } })

    expect(body.data).toBe('{"code":"A"}')
  })

  it('of a GET is ignored', async () => {
    expect((await ask('/vendor/members/mem_1', { headers: { 'content-type': 'text/plain' }, body: 'x' })).body.data).toBe('')
  })

  it('is not checked before authentication', async () => {
    expect((await gateway.ask(PRICES, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' })).status).toBe(401)
  })
})

describe('Request-Id', () => {
  const kinds: [string, number, string, SendOptions][] = [
    ['a successful answer', 200, '/vendor/members/mem_1', {}],
    ['400', 400, '/vendor/members/%zz', {}],
    ['401', 401, '/admin/orders/order_1', {}],
    ['404', 404, '/nothing', {}],
    ['405', 405, '/vendor/members', { method: 'PUT' }],
    ['413', 413, PRICES, { method: 'POST', body: 'a'.repeat(300_000) }],
    ['415', 415, PRICES, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
    // Nobody answers it; with less time than the gateway waits for a replica, the last attempt may still be open: 504.
    ['503', 503, '/vendor/members', { headers: { 'x-timeout-ms': '8000' } }],
    ['a health check', 200, '/health/live', {}],
    ['the OpenAPI document', 200, '/openapi.json', {}],
  ]
  it.each(kinds)('is echoed with %s', async (_case, status, path, options) => {
    const answer = await ask(path, { ...options, headers: { ...options.headers, 'request-id': 'my-id/1' } })

    expect({ status: answer.status, id: answer.headers['request-id'] }).toEqual({ status, id: 'my-id/1' })
    if (status >= 400) expect(answer.body.request_id).toBe('my-id/1')
  })

  it('is taken from X-Request-Id if absent', async () => {
    const idOf = async (headers: Record<string, string>) =>
      (await ask('/vendor/members/mem_1', { headers })).headers['request-id']

    expect(await idOf({ 'x-request-id': 'from-a-proxy' })).toBe('from-a-proxy')
    expect(await idOf({ 'x-request-id': 'from-a-proxy', 'request-id': 'mine' })).toBe('mine')
    expect(await idOf({ 'x-request-id': 'a b' })).toMatch(/^req_/)
  })

  it.each(kinds)('is generated for %s', async (_case, status, path, options) => {
    const answer = await ask(path, options)

    expect(answer.status).toBe(status)
    expect(answer.headers['request-id']).toMatch(/^req_[0-9a-f]{24}$/)
  })

  it.each([
    ['empty', ''],
    ['too long', 'a'.repeat(129)],
    ['with a space', 'a b'],
    ['not ASCII', 'a\u00e9'],
    ['sent twice', ['a', 'b']],
  ])('is replaced when invalid: %s', async (_case, id) => {
    expect((await ask('/vendor/members/mem_1', { headers: { 'request-id': id } })).headers['request-id']).toMatch(/^req_/)
  })

  it('is unique', async () => {
    const answers = await Promise.all(Array.from({ length: 1000 }, () => gateway.ask('/nothing')))

    expect(new Set(answers.map(({ headers }) => headers['request-id'])).size).toBe(1000)
  })
})

describe('the request to a service', () => {
  it('contains only headers written by the gateway, whatever the client sends', async () => {
    const forged = {
      actor: '{"type":"user","id":"user_evil"}',
      'op-id': '0-00000000000000000000000000000000',
      'http-id': 'evil',
      attempt: '9',
      deadline: '99999999999999',
      params: '{"id":"evil"}',
      query: '"evil=1"',
      status: '200',
      part: '0',
      'nats-service-error': 'x',
    }

    const { status, body } = await post({ headers: forged, body: {} })

    expect(status).toBe(201)
    const { sent } = body
    expect(JSON.parse(sent.actor)).toEqual({ type: 'member', id: 'mem_1', seller_id: 'sel_1', identity_id: 'authid_1' })
    expect(JSON.parse(sent.params)).toEqual({ id: 'plist_1' })
    expect(sent['op-id']).toMatch(/^[0-9a-z]+-[0-9a-f]{32}$/)
    expect(sent['op-id']).not.toBe(forged['op-id'])
    expect(sent['http-id']).toMatch(/^[0-9a-f]{32}$/)
    expect(sent.attempt).toBe('1')
    expect(Number(sent.deadline) - Date.now()).toBeLessThanOrEqual(5000)
    for (const name of ['query', 'status', 'part']) expect(sent).not.toHaveProperty(name)
  })

  it('has unique ids', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ body: {}, headers: { 'request-id': 'same' } })))

    expect(new Set(answers.map(({ body }) => body.sent['op-id'])).size).toBe(50)
    expect(new Set(answers.map(({ body }) => body.sent['http-id'])).size).toBe(50)
  })

  it('contains the Idempotency-Key and If-Match of writes, including spaces, but not of reads', async () => {
    const extra = { 'idempotency-key': 'key  1', 'if-match': '"3", "4"' }

    const { sent } = (await post({ headers: extra, body: {} })).body
    expect([JSON.parse(sent['idempotency-key']), JSON.parse(sent['if-match'])]).toEqual(['key  1', '"3", "4"'])
    expect(Object.keys((await ask('/vendor/members/mem_1', { headers: extra })).body.sent)).not.toContain('idempotency-key')
  })

  it('contains the key only where repeats do harm, and the client address only for keys of guests', async () => {
    const extra = { 'idempotency-key': 'key  1' }
    const logged = await ask('/auth/user/emailpass', { method: 'POST', headers: extra, body: {} })
    const guest = await ask('/store/carts/cart_1/gift-cards', { method: 'DELETE', headers: { ...shop, ...extra }, body: {} })

    expect(Object.keys(logged.body.sent)).not.toContain('idempotency-key')
    expect(JSON.parse(guest.body.sent.client)).toBe('127.0.0.1')
    expect((await post({ headers: extra, body: {} })).body.sent).not.toHaveProperty('client')
  })

  it.each(['idempotency-key', 'if-match'])('is not sent with the first of two values: %s', async (name) => {
    expect((await post({ headers: { [name]: ['a', 'b'] }, body: {} })).status).toBe(400)
  })

  it('contains only a well-formed traceparent', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

    expect((await post({ headers: { traceparent }, body: {} })).body.sent.traceparent).toBe(traceparent)
    expect((await post({ headers: { traceparent: 'evil' }, body: {} })).body.sent).not.toHaveProperty('traceparent')
  })

  it('contains the query string unchanged', async () => {
    const query = 'fields=%2Bid,a+b&limit[$gt]=1&x=%zz&a=1;b=2&&u=%C3%A9#'

    expect(JSON.parse((await ask(`/vendor/members/mem_1?${query}`)).body.sent.query)).toBe(query)
  })

  it('is answered with ETag, status and security headers, and not cacheable', async () => {
    const answer = await post({ body: {} })

    expect(answer.headers).toMatchObject({
      etag: '"3"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('an id in a path', () => {
  it.each([
    ['a slash', 'a%2Fb', 'a/b'],
    ['NUL', 'a%00b', 'a\0b'],
    ['two dots', '..', '..'],
    ['encoded dots and slashes', '..%2f..%2fetc%2fpasswd', '../../etc/passwd'],
    ['*', '*', '*'],
    ['>', '%3E', '>'],
    ['a NATS subject', '$SYS.REQ.>', '$SYS.REQ.>'],
    ['a line break', 'a%0d%0aactor:%20x', 'a\r\nactor: x'],
    ['non-ASCII characters', '%C3%A9%F0%9F%98%80', 'é😀'],
    ['a space', 'a%20b', 'a b'],
    ['an encoded percent', '100%2525', '100%25'],
    ['the longest that a contract allows', 'a'.repeat(500), 'a'.repeat(500)],
    ['the longest, encoded', '%C3%A9'.repeat(500), 'é'.repeat(500)],
  ])('is a plain value, and never part of a subject or header: %s', async (_case, written, meant) => {
    const { status, body } = await ask(`/vendor/members/${written}`)

    expect({ status, params: JSON.parse(body.sent.params) }).toEqual({ status: 200, params: { id: meant } })
  })

  it.each([
    ['malformed percent-encoding', '%zz', 400],
    ['truncated percent-encoding', '%2', 400],
    ['overlong UTF-8', '%c0%af', 400],
    ['5,000 characters', 'a'.repeat(5000), 404],
    ['501 characters', 'a'.repeat(501), 404],
  ])('that is invalid is rejected: %s', async (_case, written, expected) => {
    expect((await ask(`/vendor/members/${written}`)).status).toBe(expected)
  })
})
