import {
  createPriceListPrice,
  createSession,
  deleteSession,
  getCart,
  getOrder,
  listMembers,
  removeGiftCard,
} from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GatewayConfig } from '../src/config.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import type { SendOptions } from './support/http.ts'
import { ADMIN, bearer, CUSTOMER, MEMBER, tokenOf } from './support/peer.ts'

const SHOP = 'https://shop.example'
let gateway: TestGateway
let development: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env: { CORS_ORIGINS: `${SHOP},*` } })
  development = await startTestGateway({ env: { SOUK_ENV: 'development' } })
  const echo = (message: { headers?: { get(name: string): string } }) => ({
    body: { actor: JSON.parse(message.headers?.get('actor') ?? 'null') },
  })
  for (const operation of [createPriceListPrice, getCart, getOrder, listMembers, removeGiftCard])
    await gateway.peer.answer(operation, echo as never).ready
  const begun = await tokenOf(ADMIN)
  await gateway.peer.answer(createSession, (message) => ({ ...echo(message as never), headers: { 'session-token': begun } }))
    .ready
  await gateway.peer.answer(deleteSession, echo as never).ready
  await gateway.peer.publishApiKey('pk_shop')
})
afterAll(async () => {
  await gateway.peer.access.sync(async () => new Map()) // the next file of this worker uses the same bucket
  await development.stop()
  await gateway.stop()
})

const sessionOf = async (claims: Record<string, unknown>) => `connect.sid=${await tokenOf(claims)}`
const ask = async (path: string, claims: Record<string, unknown>, { headers, ...options }: SendOptions = {}) =>
  gateway.ask(path, { ...options, headers: { cookie: await sessionOf(claims), ...headers } })
const KEY = { 'x-publishable-api-key': 'pk_shop' }
const UNAUTHORIZED = { status: 401, body: { type: 'unauthorized', message: 'Unauthorized' } }

describe('a session cookie', () => {
  it.each([
    ['an administrator', '/admin/orders/order_1', ADMIN, {}, { type: 'user', id: 'user_1' }],
    ['a member', '/vendor/members', MEMBER, {}, { type: 'member', id: 'mem_1', seller_id: 'sel_1' }],
    ['a customer', '/store/carts/cart_1', CUSTOMER, KEY, { type: 'storefront', customer_id: 'cus_1' }],
  ])('authenticates %s', async (_who, path, claims, headers, actor) => {
    expect(await ask(path, claims, { headers })).toMatchObject({ status: 200, body: { actor } })
  })

  it('of another actor type gives no access', async () => {
    for (const claims of [MEMBER, CUSTOMER]) expect(await ask('/admin/orders/x', claims)).toMatchObject(UNAUTHORIZED)
    for (const claims of [ADMIN, CUSTOMER]) expect(await ask('/vendor/members', claims)).toMatchObject(UNAUTHORIZED)
    const guest = { status: 200, body: { actor: { customer_id: null } } }
    expect(await ask('/store/carts/cart_1', ADMIN, { headers: KEY })).toMatchObject(guest)
    expect(await ask('/store/carts/cart_1', ADMIN)).toMatchObject({ status: 400 })
  })

  it('is found among other cookies, and the first of two is used', async () => {
    const [mine, theirs] = [await sessionOf(MEMBER), await sessionOf({ ...MEMBER, seller_id: 'sel_2' })]
    const get = (cookie: string) => gateway.ask('/vendor/members', { headers: { cookie } })

    expect((await get(`a=b; ${mine}; _ga=GA1.2`)).body.actor.seller_id).toBe('sel_1')
    expect((await get(`${mine}; ${theirs}`)).body.actor.seller_id).toBe('sel_1')
  })

  it.each([
    ['from another server', 'connect.sid=s%3Aabc.def'],
    ['empty', 'connect.sid='],
    ['malformed', 'connect.sid'],
    ['under another name', 'connect.sid2=x; xconnect.sid=y'],
    ['not valid UTF-8', 'connect.sid=%E0%A4%A'],
    ['very long', `connect.sid=${'a'.repeat(9000)}`],
  ])('that is %s is ignored', async (_what, cookie) => {
    expect(await gateway.ask('/vendor/members', { headers: { cookie } })).toMatchObject(UNAUTHORIZED)
  })

  it('is ignored when a bearer token is sent, even an invalid one', async () => {
    const other = await bearer({ ...MEMBER, seller_id: 'sel_2' })

    expect((await ask('/vendor/members', MEMBER, { headers: other })).body.actor.seller_id).toBe('sel_2')
    for (const authorization of ['Bearer nonsense', 'Bearer', ''])
      expect(await ask('/vendor/members', MEMBER, { headers: { authorization } })).toMatchObject(UNAUTHORIZED)
  })

  it('is valid until it is revoked, within a second', async () => {
    const jti = crypto.randomUUID()
    const session = { ...MEMBER, jti }
    expect((await ask('/vendor/members', session)).status).toBe(200)

    await gateway.peer.access.put(accessKeys.token(jti), {})

    await vi.waitFor(async () => expect(await ask('/vendor/members', session)).toMatchObject(UNAUTHORIZED))
  })

  it('is invalid after its session has ended, like bearer tokens derived from it', async () => {
    const sid = crypto.randomUUID()
    const child = { ...MEMBER, sid }
    const asBearer = async () => gateway.ask('/vendor/members', { headers: await bearer(child) })
    expect([(await ask('/vendor/members', child)).status, (await asBearer()).status]).toEqual([200, 200])

    await gateway.peer.access.put(accessKeys.token(sid), {})

    await vi.waitFor(async () => expect(await ask('/vendor/members', child)).toMatchObject(UNAUTHORIZED))
    expect(await asBearer()).toMatchObject(UNAUTHORIZED)
  })
})

describe('a write authenticated only by a cookie', () => {
  const write = (headers: Record<string, string>, claims: Record<string, unknown> = MEMBER) =>
    ask('/vendor/price-lists/plist_1/prices', claims, { method: 'POST', headers, body: {} })
  const host = () => `127.0.0.1:${gateway.port}`

  it.each<[string, () => Record<string, string>]>([
    ['our own origin', () => ({ 'sec-fetch-site': 'same-origin', origin: 'https://anything.example' })],
    ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
    ['our own origin in an old browser', () => ({ origin: `http://${host()}` })],
    ['our own origin behind TLS in an old browser', () => ({ origin: `https://${host()}` })],
    ['a listed origin', () => ({ 'sec-fetch-site': 'cross-site', origin: SHOP })],
    ['a listed origin in an old browser', () => ({ origin: SHOP })],
    ['a client that is not a browser', () => ({})],
  ])('is accepted from %s', async (_from, headers) => {
    expect((await write(headers())).status).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.shop.example' }],
    ['another site without an Origin header', { 'sec-fetch-site': 'cross-site' }],
    ['another site in an old browser', { origin: 'https://evil.example' }],
    ['an origin with another port', { origin: 'http://127.0.0.1:1' }],
    ['an origin that only begins like a listed one', { 'sec-fetch-site': 'cross-site', origin: `${SHOP}.evil.example` }],
    [
      'a site with an invalid Sec-Fetch-Site header',
      { 'sec-fetch-site': 'same-origin, cross-site', origin: 'https://evil.example' },
    ],
  ])('is rejected from %s', async (_from, headers) => {
    expect(await write(headers)).toMatchObject({ status: 403, body: { type: 'not_allowed', code: 'cross_site_request' } })
  })

  const forged = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  it('is rejected for customers and log-out too, with any method', async () => {
    const refused = { status: 403, body: { code: 'cross_site_request' } }
    const path = '/store/carts/cart_1/gift-cards'
    expect(await ask(path, CUSTOMER, { method: 'DELETE', headers: { ...KEY, ...forged }, body: {} })).toMatchObject(refused)
    expect(await ask('/auth/session', ADMIN, { method: 'DELETE', headers: forged })).toMatchObject(refused)
    expect(await ask('/auth/token/refresh', ADMIN, { method: 'POST', headers: forged })).toMatchObject(refused)
  })

  it('is distinguished from reads, and from writes with a bearer token', async () => {
    expect((await ask('/vendor/members', MEMBER, { headers: forged })).status).toBe(200)
    expect((await write({ ...forged, ...(await bearer()) })).status).toBe(200)
  })

  it('with the cookie of another audience is treated like a request without a cookie', async () => {
    expect((await write(forged, CUSTOMER)).status).toBe(401)
    const path = '/store/carts/cart_1/gift-cards'
    expect((await ask(path, ADMIN, { method: 'DELETE', headers: { ...KEY, ...forged }, body: {} })).status).toBe(200)
  })
})

describe('POST /auth/session', () => {
  const begin = async (from: TestGateway, headers: Record<string, string>) =>
    from.ask('/auth/session', { method: 'POST', headers })

  it('sets a cookie that is HttpOnly, Secure and SameSite=Lax', async () => {
    const { status, headers, body, text } = await begin(gateway, await bearer(ADMIN))

    expect({ status, actor: body.actor }).toMatchObject({
      status: 200,
      actor: { type: 'identity', id: 'user_1', actor_type: 'user', identity_id: 'authid_2', token_id: expect.any(String) },
    })
    const [cookie, ...more] = headers['set-cookie']!
    expect(more).toEqual([])
    expect(cookie).toMatch(/^connect\.sid=ey[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(text).not.toContain('ey')
    const [pair] = cookie!.split('; ')
    expect((await gateway.ask('/admin/orders/x', { headers: { cookie: pair! } })).body.actor.id).toBe('user_1')
  })

  it('does not require TLS in development', async () => {
    const { headers } = await begin(development, await bearer(ADMIN))

    expect(headers['set-cookie']![0]).toMatch(/^connect\.sid=\S+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('accepts registration tokens, and tokens of every actor type', async () => {
    for (const claims of [MEMBER, CUSTOMER, { ...CUSTOMER, actor_id: '' }])
      expect((await begin(gateway, await bearer(claims))).body.actor).toMatchObject({ actor_type: claims.actor_type })
  })

  it('accepts neither a cookie nor an invalid token', async () => {
    expect(await begin(gateway, { cookie: await sessionOf(ADMIN) })).toMatchObject(UNAUTHORIZED)
    for (const authorization of ['', 'Bearer nonsense', 'Basic sk_1', 'Bearer sk_1'])
      expect(await begin(gateway, { authorization })).toMatchObject(UNAUTHORIZED)
  })

  it('sets no cookie when it is rejected, and no other route sets one', async () => {
    const answer = gateway.peer.answer(createSession, () => ({
      status: 401,
      body: { type: 'unauthorized', message: 'Unauthorized', request_id: 'r' },
      headers: { 'session-token': 'ey.x.y' },
    }))
    await answer.ready
    // Two peers answer here, in turn.
    const statuses = new Set<number>()
    while (!statuses.has(401)) {
      const { status, headers } = await begin(gateway, await bearer(ADMIN))
      expect('set-cookie' in headers).toBe(status === 200)
      statuses.add(status)
    }
    expect((await ask('/admin/orders/x', ADMIN)).headers).not.toHaveProperty('set-cookie')
  })
})

describe('DELETE /auth/session', () => {
  const end = (headers: Record<string, string>) => gateway.ask('/auth/session', { method: 'DELETE', headers })

  it('names the token of the cookie, and deletes the cookie', async () => {
    const { status, headers, body } = await end({ cookie: await sessionOf({ ...ADMIN, jti: 'mine' }), ...(await bearer()) })

    expect({ status, actor: body.actor }).toMatchObject({
      status: 200,
      actor: { type: 'identity', id: 'user_1', token_id: 'mine' },
    })
    expect(headers['set-cookie']).toEqual(['connect.sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'])
  })

  it('requires a session: bearer tokens are rejected', async () => {
    expect(await end(await bearer(ADMIN))).toMatchObject(UNAUTHORIZED)
    expect(await end({})).toMatchObject(UNAUTHORIZED)
  })
})

describe('SESSION_SAME_SITE', () => {
  it('lets a dashboard on another site use cookies over TLS', async () => {
    const other = await startTestGateway({ env: { SESSION_SAME_SITE: 'none', CORS_ORIGINS: SHOP } })
    await other.peer.answer(deleteSession, () => ({ body: { success: true } })).ready

    const headers = { cookie: await sessionOf(ADMIN), origin: SHOP, 'sec-fetch-site': 'cross-site' }
    const answer = await other.ask('/auth/session', { method: 'DELETE', headers })

    expect(answer.headers['set-cookie']![0]).toMatch(/; Secure; SameSite=None$/)
    expect(answer.headers).toMatchObject({ 'access-control-allow-credentials': 'true', 'access-control-allow-origin': SHOP })
    await other.stop()
  })

  it('is rejected where browsers would not accept such a cookie', () => {
    const parsed = GatewayConfig.safeParse({ SESSION_SAME_SITE: 'none', SOUK_ENV: 'development' })

    expect(parsed.error?.issues[0]).toMatchObject({ path: ['SESSION_SAME_SITE'] })
  })
})
