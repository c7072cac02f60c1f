import { getMember, listMembers, operations } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GatewayConfig } from '../src/config.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer } from './support/peer.ts'

/** Request headers for which browsers send a preflight request. */
const SENT =
  'authorization,content-type,idempotency-key,if-match,request-id,traceparent,x-medusa-locale,x-publishable-api-key,x-timeout-ms'
const READ = [
  ...['allow', 'etag', 'idempotent-replayed', 'request-id', 'retry-after', 'www-authenticate'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
]

let development: TestGateway
let production: TestGateway
let listed: TestGateway
let open: TestGateway
beforeAll(async () => {
  development = await startTestGateway({ env: { SOUK_ENV: 'development', RATE_LIMIT_PER_MINUTE: '1000' } })
  production = await startTestGateway()
  listed = await startTestGateway({ env: { CORS_ORIGINS: 'https://shop.example, https://admin.example' } })
  open = await startTestGateway({ env: { CORS_ORIGINS: '*,https://admin.example' } })
  await development.peer.answer(listMembers, () => ({ body: { members: [] } })).ready
})
afterAll(async () => {
  for (const gateway of [development, production, listed, open]) await gateway.stop()
})

const preflight = (gateway: TestGateway, origin: string, path = '/vendor/members', method = 'POST') =>
  gateway.ask(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': SENT },
  })
const allowed = {
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': SENT,
  'access-control-allow-methods': expect.stringMatching(/GET.*POST.*DELETE/),
  'access-control-max-age': '600',
}

describe('a development instance', () => {
  it.each([
    'http://localhost:8000',
    'http://localhost',
    'https://localhost:5173',
    'http://127.0.0.1:9000',
    'http://127.8.9.1:1',
    'http://[::1]:7001',
    'http://shop.localhost:3000',
  ])('allows calls from %s, with cookies and all headers', async (origin) => {
    const { status, headers, text } = await preflight(development, origin)

    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(headers).toMatchObject({ ...allowed, 'access-control-allow-origin': origin, vary: expect.stringContaining('Origin') })
  })

  it.each([
    'https://localhost.evil.example',
    'https://evil.example',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1@evil.example',
    'http://evillocalhost',
    'http://0.0.0.0:8000',
    'http://192.168.1.2:8000',
    'file://localhost',
    'null',
    '',
  ])('does not allow calls from %s', async (origin) => {
    const { status, headers } = await preflight(development, origin)

    expect(status).toBe(204)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it('exposes answers, errors and their headers', async () => {
    const origin = 'http://localhost:8000'
    for (const [path, status] of [
      ['/vendor/members', 200],
      ['/admin/orders/x', 401],
      ['/vendor/nothing', 404],
      ['/health/live', 200],
    ] as const) {
      const answer = await development.ask(path, { headers: { origin, ...(await bearer()) } })

      expect({ path, status: answer.status }).toEqual({ path, status })
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      })
      expect(answer.headers['access-control-expose-headers']?.split(', ').sort()).toEqual(READ.toSorted())
    }
  })

  it('does not count preflight requests against the rate limit', async () => {
    expect((await preflight(development, 'http://localhost:8000')).headers).not.toHaveProperty('x-ratelimit-limit')
  })
})

describe('any other instance', () => {
  it('allows no other origin that is not listed', async () => {
    for (const origin of ['http://localhost:8000', 'https://shop.example']) {
      const { status, headers } = await preflight(production, origin)

      expect({ status, allow: headers.allow }).toEqual({ status: 204, allow: 'GET, HEAD, OPTIONS' })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('allows listed origins and no others', async () => {
    const origin = 'https://admin.example'
    expect((await preflight(listed, origin)).headers).toMatchObject({ ...allowed, 'access-control-allow-origin': origin })
    for (const other of ['https://evil.example', 'http://admin.example', 'https://admin.example:8443', 'http://localhost:8000'])
      expect((await preflight(listed, other)).headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('with `*` allows any origin, but cookies only for listed ones', async () => {
    const stranger = (await preflight(open, 'https://evil.example')).headers

    expect(stranger).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-allow-headers': SENT })
    expect(stranger).not.toHaveProperty('access-control-allow-credentials')
    expect((await preflight(open, 'https://admin.example')).headers).toMatchObject(allowed)
  })

  it.each(['shop.example', 'https://shop.example/', 'https://shop.example/x', 'null', 'https://*.example'])(
    'rejects an invalid origin in its configuration: %s',
    (text) => {
      expect(GatewayConfig.safeParse({ CORS_ORIGINS: `https://admin.example,${text}` }).success).toBe(false)
    },
  )
})

describe('OPTIONS', () => {
  const paths = [...new Set(operations.flatMap(({ path }) => (path ? [path] : [])))]

  it.each(paths)('lists the allowed methods to everyone, with and without CORS: %s', async (path) => {
    const url = path.replace(/:\w+/g, 'x')
    const methods = operations.flatMap((one) => (one.path === path && one.method ? [one.method as string] : []))

    for (const gateway of [production, development]) {
      const { status, headers } = await gateway.ask(url, { method: 'OPTIONS' })
      const names = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
      expect({ status, allow: headers.allow?.split(', ').sort() }).toEqual({ status: 204, allow: names.sort() })
    }
  })

  it.each(['/', '/health', '/health/live', '/health/ready', '/openapi.json', '/docs', '/ops', '/.well-known/jwks.json'])(
    'does so for paths without an operation: %s',
    async (path) => {
      expect(await production.ask(path, { method: 'OPTIONS' })).toMatchObject({
        status: 204,
        headers: { allow: 'GET, HEAD, OPTIONS' },
      })
      expect((await preflight(development, 'http://localhost:1', path, 'GET')).status).toBe(204)
    },
  )

  it('of an unknown path answers 404, except for preflights of allowed origins', async () => {
    const origin = 'http://localhost:8000'
    for (const gateway of [production, development])
      expect((await gateway.ask('/vendor/nothing', { method: 'OPTIONS' })).status).toBe(404)
    expect((await preflight(production, origin, '/vendor/nothing')).status).toBe(404)

    expect(await preflight(development, origin, '/vendor/nothing')).toMatchObject({ status: 204, headers: allowed })
    expect(await development.ask('/vendor/nothing', { headers: { origin } })).toMatchObject({
      status: 404,
      headers: { 'access-control-allow-origin': origin },
    })
  })

  it('returns nothing but valid header names', async () => {
    const { headers } = await development.ask(getMember.path!.replace(':id', 'x'), {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:8000',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'a b; c=<script>',
      },
    })

    expect(headers).not.toHaveProperty('access-control-allow-headers')
  })
})
