import { createSession, deleteSession, refreshToken } from '@souk/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { itRefusesBadCredentials } from './credentials.ts'
import { expectRefusal } from './expect-refusal.ts'
import { medusaOf } from './medusa.ts'
import { tokenOf } from './records.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => system.stop())
afterEach(() => vi.unstubAllGlobals())

const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const ANONYMOUS = { as: 'anonymous' } as const
const begin = (token: string | undefined) =>
  system.http('POST', '/auth/session', { ...ANONYMOUS, headers: { authorization: `Bearer ${token}` } })
async function sessionOf(token: string | undefined) {
  const { status, headers, text } = await begin(token)
  expect(status, text).toBe(200)
  return headers.getSetCookie()[0]!.split(';')[0]!
}
const ask = (method: string, path: string, cookie: string, more: { body?: object; headers?: Record<string, string> } = {}) =>
  system.http(method, path, { ...ANONYMOUS, ...more, headers: { cookie, ...more.headers } })

describe('a session', () => {
  it('of an administrator gives the same access as the token', async () => {
    const { status, body } = await begin(system.tokens.admin)
    const cookie = await sessionOf(system.tokens.admin)

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { user: { actor_id: ids.admin, actor_type: 'user', app_metadata: { user_id: ids.admin } } },
    })
    expect((await ask('GET', '/admin/users/me', cookie)).body.user).toMatchObject({ id: ids.admin, email: 'admin@souk.example' })
    expect((await ask('GET', '/admin/stores', cookie)).body.stores).toMatchObject([
      {
        name: 'Souk Market',
        default_region_id: null,
        default_sales_channel_id: ids.sales_channel,
        supported_currencies: [
          { currency_code: 'eur', is_default: true },
          { currency_code: 'usd', currency: { symbol: '$' } },
        ],
      },
    ])
    expect((await ask('GET', '/vendor/me', cookie)).status).toBe(401)
  })

  it('of a member belongs to the seller, for writes too', async () => {
    const cookie = await sessionOf(system.tokens.seller)

    expect((await ask('GET', '/vendor/me', cookie)).body.member).toMatchObject({ id: ids.member, seller: { id: ids.seller } })
    expect((await ask('GET', `/vendor/members/${ids.foreign_member}`, cookie)).status).toBe(403)
    const created = await ask('POST', '/vendor/price-lists', cookie, { body: { title: 'By cookie' } })
    expect(created.status, created.text).toBe(201)
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const forged = await ask('POST', '/vendor/price-lists', cookie, { body: { title: 'Forged' }, headers })
    expectRefusal(forged, {
      status: 403,
      type: 'not_allowed',
      message: /^A change that nothing but a session cookie vouches for/,
    })
  })

  it('ends within a second wherever its cookie was copied to, while its original token stays valid', async () => {
    const [cookie, other] = [await sessionOf(system.tokens.admin), await sessionOf(system.tokens.admin)]

    const answer = await ask('DELETE', '/auth/session', cookie)

    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } })
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^connect\.sid=; Max-Age=0; Path=\/; HttpOnly/)])
    await vi.waitFor(async () => expect((await ask('GET', '/admin/users/me', cookie)).status).toBe(401))
    expect((await ask('DELETE', '/auth/session', cookie)).status).toBe(401)
    expect((await ask('GET', '/admin/users/me', other)).status).toBe(200)
    expect((await system.http('GET', '/admin/users/me')).status).toBe(200)
  })

  it('can be ended concurrently many times', async () => {
    const cookie = await sessionOf(system.tokens.customer)

    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('DELETE', '/auth/session', cookie)))

    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(answers.map(({ status }) => status)).toContain(200)
  })

  it('is not part of the answer body', async () => {
    const { text, headers } = await begin(system.tokens.admin)

    expect(text).not.toMatch(/ey[\w-]+\./)
    expect(headers.has('session-token')).toBe(false)
  })
})

describe('a registration', () => {
  it('returns a token that can log in, be refreshed and begin a session, but gives no access yet', async () => {
    const body = { email: 'new-seller@example.com', password: 'correct horse' }
    const { token } = (await system.http('POST', '/auth/seller/emailpass/register', { body })).body

    const refreshed = (await ask('POST', '/auth/token/refresh', await sessionOf(token))).body.token
    for (const one of [token, refreshed]) {
      expect(claimsIn(one)).toMatchObject({ actor_id: '', actor_type: 'seller' })
      const answer = await system.http('GET', '/vendor/sellers/me', { headers: { authorization: `Bearer ${one}` } })
      expectRefusal(answer, { status: 403, type: 'not_allowed', message: 'Seller is not active' })
    }
    const administrator = (await system.http('POST', '/auth/user/emailpass/register', { body })).body.token
    const headers = { authorization: `Bearer ${administrator}` }
    expectRefusal(await system.http('GET', '/admin/users/me', { headers }), { status: 401, type: 'unauthorized' })
  })

  it('with an email that is taken is rejected, and repeated attempts are limited', async () => {
    const body = { email: system.facts.admin.email, password: 'x' }
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const enrol = () => system.http('POST', '/auth/user/emailpass/register', { body, headers })

    const answers = [await enrol()]
    while (answers.length < 200 && answers.at(-1)!.status === 401) answers.push(await enrol())

    expectRefusal(answers.pop()!, { status: 429, type: 'rate_limited' })
    expect(answers.length).toBeGreaterThan(50)
    for (const answer of answers)
      expectRefusal(answer, { status: 401, type: 'unauthorized', message: 'Identity with email already exists' })
  })
})

describe('the Medusa SDK', () => {
  /** Keeps cookies like a browser. */
  function keepCookies() {
    const jar = new Map<string, string>()
    const send = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers)
      if (init.credentials === 'include' && jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
      const answer = await send(url, { ...init, headers })
      for (const text of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    })
    return jar
  }

  it('logs in and out by session, and registers', async () => {
    const jar = keepCookies()
    const sdk = medusaOf(system, { auth: { type: 'session' } })
    const { email } = system.facts.admin

    expect((await sdk.auth.listProviders('user')).providers).toMatchObject([{ id: 'emailpass', flow: 'credentials' }])
    await sdk.auth.login('user', 'emailpass', { email, password: system.secrets.admin_password })
    expect([...jar.keys()]).toEqual(['connect.sid'])
    expect((await sdk.admin.user.me()).user).toMatchObject({ id: ids.admin, email })
    expect((await sdk.admin.store.list()).count).toBe(1)
    await sdk.auth.logout()
    expect([...jar.keys()]).toEqual([])
    await expect(sdk.admin.user.me()).rejects.toMatchObject({ status: 401 })
    const token = await sdk.auth.register('customer', 'emailpass', { email: 'sdk@example.com', password: 'correct horse' })
    expect(claimsIn(token as string)).toMatchObject({ actor_id: '', actor_type: 'customer' })
  })

  it('refreshes its token', async () => {
    const sdk = medusaOf(system)
    const { email } = system.facts.seller
    const first = await sdk.auth.login('seller', 'emailpass', { email, password: system.secrets.seller_password })

    const { token } = (await sdk.auth.refresh()) as unknown as { token: string }

    expect(token).not.toBe(first)
    expect(await sdk.client.fetch('/vendor/me')).toMatchObject({ member: { id: ids.member } })
  })
})

it('a token without a known identity cannot begin a session or be refreshed', async () => {
  const token = await tokenOf(system, { actor_type: 'user', actor_id: ids.admin })
  const headers = { authorization: `Bearer ${token}` }

  for (const path of ['/auth/session', '/auth/token/refresh'])
    expectRefusal(await system.http('POST', path, { ...ANONYMOUS, headers }), { status: 401, type: 'unauthorized' })
})

for (const operation of [createSession, deleteSession, refreshToken])
  itRefusesBadCredentials(
    operation,
    () => system,
    () => ({ path: operation.path! }),
  )
