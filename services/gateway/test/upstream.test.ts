import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getMember } from '@souk/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer } from './support/peer.ts'

interface Seen {
  method: string | undefined
  url: string | undefined
  body: string
  headers: Record<string, unknown>
}
let upstream: Server
let seen: Seen[] = []
let gateway: TestGateway
beforeAll(async () => {
  upstream = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    seen.push({ method: request.method, url: request.url, body: Buffer.concat(chunks).toString(), headers: request.headers })
    const type = request.url?.startsWith('/app') ? 'text/html' : 'application/json'
    response.writeHead(request.url === '/teapot' ? 418 : 200, {
      'content-type': type,
      'cache-control': 'max-age=60',
      'set-cookie': 'a=b',
      location: '/elsewhere',
    })
    response.end(type === 'text/html' ? '<script>1</script>' : '{"from":"upstream"}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => upstream.once('listening', resolve))
  gateway = await startTestGateway({ env: { UPSTREAM_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` } })
  await gateway.peer.answer(getMember, () => ({ body: { from: 'souk' } })).ready
})
afterAll(async () => {
  await gateway.stop()
  upstream.close()
})
beforeEach(() => {
  seen = []
})

describe('a path without a contract', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('is forwarded with its query, headers and body: %s', async (method) => {
    const withBody = method === 'GET' ? {} : { body: '{"a": 1}' }

    const answer = await gateway.ask('/store/wishlists/list_1?fields=id&x=1', {
      method,
      headers: { authorization: 'Bearer theirs', 'x-publishable-api-key': 'pk_theirs' },
      ...withBody,
    })

    expect(answer).toMatchObject({ status: 200, body: { from: 'upstream' } })
    expect(seen).toMatchObject([
      {
        method,
        url: '/store/wishlists/list_1?fields=id&x=1',
        body: method === 'GET' ? '' : '{"a": 1}',
        headers: { authorization: 'Bearer theirs', 'x-publishable-api-key': 'pk_theirs' },
      },
    ])
  })

  it.each([
    ['text/plain', 'hello'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\nhello\r\n--x--'],
    ['application/x-www-form-urlencoded', 'a=1&b=2'],
  ])('may have content types that our own paths reject: %s', async (type, body) => {
    expect((await gateway.ask('/admin/uploads', { method: 'POST', headers: { 'content-type': type }, body })).status).toBe(200)
    expect(seen).toMatchObject([{ body, headers: { 'content-type': type } }])
  })

  it('may have a larger body than our own paths', async () => {
    const body = 'a'.repeat(2 * 1024 * 1024)

    expect(
      (await gateway.ask('/admin/uploads', { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body }))
        .status,
    ).toBe(200)
    expect(seen[0]?.body.length).toBe(body.length)
  })

  it('passes on the status, pages, cookies and caching of upstream', async () => {
    const page = await gateway.ask('/app/login')

    expect(page.text).toBe('<script>1</script>')
    expect(page.headers).toMatchObject({
      'content-type': 'text/html',
      'cache-control': 'max-age=60',
      'set-cookie': ['a=b'],
      'request-id': expect.any(String),
    })
    expect(page.headers).not.toHaveProperty('content-security-policy')
  })

  it('includes the start page', async () => {
    expect((await gateway.ask('/')).body).toEqual({ from: 'upstream' })
  })
})

describe('a path with a contract', () => {
  it('is never forwarded, with any method', async () => {
    expect((await gateway.ask('/vendor/members/mem_1', { headers: await bearer() })).body).toEqual({ from: 'souk' })
    expect((await gateway.ask('/vendor/members/mem_1')).status).toBe(401)
    expect((await gateway.ask('/vendor/members/mem_1', { method: 'PUT', body: {} })).status).toBe(405)
    expect(seen).toEqual([])
  })

  it.each(['/health/live', '/openapi.json', '/docs'])('includes the pages of the gateway itself: %s', async (path) => {
    expect((await gateway.ask(path)).status).toBe(200)
    expect(seen).toEqual([])
  })

  it('keeps its limits', async () => {
    const headers = await bearer()

    expect(
      (
        await gateway.ask('/vendor/price-lists', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'text/plain' },
          body: 'x',
        })
      ).status,
    ).toBe(415)
    expect((await gateway.ask('/vendor/price-lists', { method: 'POST', headers, body: 'a'.repeat(300_000) })).status).toBe(413)
  })
})

it('an unavailable upstream results in 503 with a JSON error', async () => {
  const other = await startTestGateway({ env: { UPSTREAM_URL: 'http://127.0.0.1:1' } })

  const { status, body, headers } = await other.ask('/store/wishlists')

  expect({ status, code: body.code, retry_after: headers['retry-after'] }).toEqual({
    status: 503,
    code: 'service_unavailable',
    retry_after: '1',
  })
  await other.stop()
})
