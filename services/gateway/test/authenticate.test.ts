import { createHmac } from 'node:crypto'
import { completeVendorOrder, getCart, getMember, getOrder, listMembers, logIn, updateOwnSeller } from '@souk/contracts'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { ADMIN, bearer, CUSTOMER, KID, MEMBER, PUBLIC_KEY_PEM, tokenOf } from './support/peer.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  const echo = (message: { headers?: { get(name: string): string } }) => ({
    body: { actor: JSON.parse(message.headers?.get('actor') ?? 'null') },
  })
  for (const operation of [getMember, listMembers, getOrder, getCart, completeVendorOrder, updateOwnSeller])
    await gateway.peer.answer(operation, echo as never).ready
  await gateway.peer.publishApiKey('pk_shop')
})
afterAll(async () => {
  await gateway.peer.access.sync(async () => new Map()) // the next file of this worker uses the same bucket
  await gateway.stop()
})

const vendor = (authorization: string | undefined, path = '/vendor/members') =>
  gateway.ask(path, { headers: authorization === undefined ? {} : { authorization } })
const nowInSeconds = () => Math.floor(Date.now() / 1000)
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { iss: 'souk', aud: 'souk', iat: nowInSeconds(), exp: nowInSeconds() + 600, jti: 'j', ...MEMBER }
const unsigned = (alg: string) => `${json({ alg, typ: 'JWT', kid: KID })}.${json(claims)}.`
const hmacWithPublicKey = () => {
  const text = `${json({ alg: 'HS256', typ: 'JWT', kid: KID })}.${json(claims)}`
  return `${text}.${createHmac('sha256', PUBLIC_KEY_PEM).update(text).digest('base64url')}`
}
const UNAUTHORIZED = { status: 401, type: 'unauthorized', message: 'Unauthorized' }
const summary = ({ status, body }: { status: number; body: { type: string; message: string } }) => ({
  status,
  type: body.type,
  message: body.message,
})

describe('a bearer token', () => {
  it('identifies a member and the seller', async () => {
    const { status, body } = await vendor(`Bearer ${await tokenOf()}`)

    expect({ status, actor: body.actor }).toEqual({
      status: 200,
      actor: { type: 'member', id: 'mem_1', seller_id: 'sel_1', identity_id: 'authid_1' },
    })
  })

  it.each([
    ['a lower-case scheme', (token: string) => `bearer ${token}`],
    ['an upper-case scheme', (token: string) => `BEARER ${token}`],
    ['several spaces', (token: string) => `Bearer    ${token}`],
    ['trailing spaces', (token: string) => `Bearer ${token}   `],
  ])('is accepted with %s', async (_case, write) => {
    expect((await vendor(write(await tokenOf()))).status).toBe(200)
  })

  it('is accepted when its audience list contains ours, and its nbf has passed', async () => {
    expect((await vendor(`Bearer ${await tokenOf({ ...MEMBER, aud: ['other', 'souk'], nbf: nowInSeconds() - 1 })}`)).status).toBe(
      200,
    )
  })

  const other = generateKeyPair('EdDSA')
  const rsa = generateKeyPair('RS256')
  const flipped = async (part: number) => {
    const parts = (await tokenOf()).split('.')
    const text = parts[part]!
    const at = Math.floor(text.length / 2)
    parts[part] = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    return parts.join('.')
  }
  const swapped = async () => {
    const [head, payload] = (await tokenOf()).split('.')
    return `${head}.${payload}.${(await tokenOf(CUSTOMER)).split('.')[2]}`
  }
  const refused: [string, () => string | undefined | Promise<string | undefined>][] = [
    ['none', () => undefined],
    ['empty', () => ''],
    ['only the scheme', () => 'Bearer'],
    ['the scheme and only spaces', () => 'Bearer   '],
    ['no scheme', async () => await tokenOf()],
    ['another scheme', async () => `Token ${await tokenOf()}`],
    ['Basic', () => `Basic ${Buffer.from('ann:secret').toString('base64')}`],
    ['two tokens', async () => `Bearer ${await tokenOf()} ${await tokenOf()}`],
    ['two parts', async () => `Bearer ${(await tokenOf()).split('.').slice(0, 2).join('.')}`],
    ['five parts', () => `Bearer ${[json({ alg: 'dir', enc: 'A256GCM' }), '', 'a', 'b', 'c'].join('.')}`],
    ['not base64url', () => 'Bearer !!!.???.***'],
    ['a payload that is not JSON', () => `Bearer ${json({ alg: 'EdDSA', typ: 'JWT', kid: KID })}.aGVsbG8.aGVsbG8`],
    ...['none', 'None', 'NONE', 'nOnE'].map((alg) => [`alg ${alg}`, () => `Bearer ${unsigned(alg)}`] as [string, () => string]),
    ['HS256 with the public key as the secret', () => `Bearer ${hmacWithPublicKey()}`],
    ['RS256 with an unknown key', async () => `Bearer ${await tokenOf(MEMBER, { alg: 'RS256' }, (await rsa).privateKey)}`],
    ['the right kid, but another key', async () => `Bearer ${await tokenOf(MEMBER, {}, (await other).privateKey)}`],
    ['an unknown kid', async () => `Bearer ${await tokenOf(MEMBER, { kid: 'nobody' })}`],
    ['no kid', async () => `Bearer ${await tokenOf(MEMBER, { kid: undefined })}`],
    ['a number as the kid', async () => `Bearer ${await tokenOf(MEMBER, { kid: 1 })}`],
    ['a path as the kid', async () => `Bearer ${await tokenOf(MEMBER, { kid: '../../../../dev/null' })}`],
    ['SQL as the kid', async () => `Bearer ${await tokenOf(MEMBER, { kid: "x' UNION SELECT 'key' --" })}`],
    [
      'a key in the token (jwk)',
      async () =>
        `Bearer ${await tokenOf(MEMBER, { kid: 'own', jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' } }, (await other).privateKey)}`,
    ],
    [
      'a URL of keys (jku)',
      async () => `Bearer ${await tokenOf(MEMBER, { kid: 'own', jku: 'http://127.0.0.1:1/jwks' }, (await other).privateKey)}`,
    ],
    [
      'a URL of certificates (x5u)',
      async () => `Bearer ${await tokenOf(MEMBER, { kid: 'own', x5u: 'http://127.0.0.1:1/x5u' }, (await other).privateKey)}`,
    ],
    ['an unknown extension in crit', async () => `Bearer ${await tokenOf(MEMBER, { crit: ['x-own'], 'x-own': 1 })}`],
    ['another typ', async () => `Bearer ${await tokenOf(MEMBER, { typ: 'id+jwt' })}`],
    ['no typ', async () => `Bearer ${await tokenOf(MEMBER, { typ: undefined })}`],
    ['expired', async () => `Bearer ${await tokenOf({ ...MEMBER, exp: nowInSeconds() - 10 })}`],
    ['exp as a string', async () => `Bearer ${await tokenOf({ ...MEMBER, exp: String(nowInSeconds() + 600) })}`],
    ['negative exp', async () => `Bearer ${await tokenOf({ ...MEMBER, exp: -1 })}`],
    ['no exp', async () => `Bearer ${await tokenOf({ ...MEMBER, exp: undefined })}`],
    ['no jti', async () => `Bearer ${await tokenOf({ ...MEMBER, jti: undefined })}`],
    ['nbf in the future', async () => `Bearer ${await tokenOf({ ...MEMBER, nbf: nowInSeconds() + 600 })}`],
    ['iat in the future', async () => `Bearer ${await tokenOf({ ...MEMBER, iat: nowInSeconds() + 600 })}`],
    ['another issuer', async () => `Bearer ${await tokenOf({ ...MEMBER, iss: 'other' })}`],
    ['a list as the issuer', async () => `Bearer ${await tokenOf({ ...MEMBER, iss: ['souk'] })}`],
    ['no issuer', async () => `Bearer ${await tokenOf({ ...MEMBER, iss: undefined })}`],
    ['another audience', async () => `Bearer ${await tokenOf({ ...MEMBER, aud: 'other' })}`],
    ['no audience', async () => `Bearer ${await tokenOf({ ...MEMBER, aud: undefined })}`],
    ['a token of an administrator', async () => `Bearer ${await tokenOf(ADMIN)}`],
    ['a token of a customer', async () => `Bearer ${await tokenOf(CUSTOMER)}`],
    ['an unknown actor type', async () => `Bearer ${await tokenOf({ ...MEMBER, actor_type: 'driver' })}`],
    ['a list as the actor type', async () => `Bearer ${await tokenOf({ ...MEMBER, actor_type: ['seller'] })}`],
    ['a number as the actor id', async () => `Bearer ${await tokenOf({ ...MEMBER, actor_id: 1 })}`],
    ['12 KiB', () => `Bearer ${'a'.repeat(12_288)}`],
    ['a truncated signature', async () => `Bearer ${(await tokenOf()).slice(0, -4)}`],
    ['the signature of another token', async () => `Bearer ${await swapped()}`],
    ['a changed header', async () => `Bearer ${await flipped(0)}`],
    ['a changed payload', async () => `Bearer ${await flipped(1)}`],
    ['a changed signature', async () => `Bearer ${await flipped(2)}`],
    ['non-ASCII bytes', async () => `Bearer ${await tokenOf()}\u00e9\u00fc`],
    ['a publishable key', () => 'Bearer pk_shop'],
  ]
  it.each(refused)('is rejected: %s', async (_case, make) => {
    expect(summary(await vendor(await make()))).toEqual(UNAUTHORIZED)
  })

  it('of 64 KiB is rejected before it is parsed', async () => {
    expect((await vendor(`Bearer ${'a'.repeat(65_536)}`)).status).toBe(431)
  })

  it('in the query is ignored', async () => {
    const token = await tokenOf()

    expect(summary(await vendor(undefined, `/vendor/members?token=${token}&access_token=${token}`))).toEqual(UNAUTHORIZED)
  })

  it('sent twice is rejected', async () => {
    const authorization = `Bearer ${await tokenOf()}`

    expect((await gateway.ask('/vendor/members', { headers: { authorization: [authorization, authorization] } })).status).toBe(
      400,
    )
  })

  it('gives no access to routes of other audiences', async () => {
    expect(summary(await gateway.ask('/admin/orders/order_1', { headers: await bearer(MEMBER) }))).toEqual(UNAUTHORIZED)
    expect((await gateway.ask('/admin/orders/order_1', { headers: await bearer(ADMIN) })).body.actor).toEqual({
      type: 'user',
      id: 'user_1',
      identity_id: 'authid_2',
    })
    expect((await gateway.ask('/store/carts/cart_1', { headers: await bearer(MEMBER) })).status).toBe(400)
  })

  it('of an unfinished registration cannot act for a seller or administrator', async () => {
    const expected = { status: 403, type: 'not_allowed', message: 'Seller is not active' }

    expect(summary(await vendor(`Bearer ${await tokenOf({ ...MEMBER, actor_id: '' })}`))).toEqual(expected)
    expect(summary(await vendor(`Bearer ${await tokenOf({ ...MEMBER, seller_id: undefined })}`))).toEqual(expected)
    expect(summary(await gateway.ask('/admin/orders/order_1', { headers: await bearer({ ...ADMIN, actor_id: '' }) }))).toEqual(
      UNAUTHORIZED,
    )
  })
})

describe('signing keys', () => {
  const publish = (jwk: unknown, kid = 'kid_other') => gateway.peer.access.put(`jwk.${kid}`, jwk)
  const newKey = async () => {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    const token = async () => `Bearer ${await tokenOf(MEMBER, { kid: 'kid_other' }, privateKey)}`
    return { jwk: { ...(await exportJWK(publicKey)), kid: 'kid_other' }, token }
  }
  const becomes = (authorization: string, status: number) =>
    vi.waitFor(async () => expect((await vendor(authorization)).status).toBe(status), { interval: 20 })

  it('are used as published in the access bucket: broken, fixed, replaced or removed', async () => {
    const [one, two] = [await newKey(), await newKey()]
    const [first, second] = [await one.token(), await two.token()]
    await publish({ ...one.jwk, x: '!' })
    await becomes(first, 401)

    await publish(one.jwk)
    await becomes(first, 200)
    await publish(two.jwk)
    await becomes(second, 200)
    expect((await vendor(first)).status).toBe(401)

    await gateway.peer.access.remove('jwk.kid_other')
    await becomes(second, 401)
  })

  it('are published for others to verify tokens', async () => {
    const { jwk } = await newKey()
    await publish(jwk)

    await vi.waitFor(async () => {
      const { status, body } = await gateway.ask('/.well-known/jwks.json')
      expect(status).toBe(200)
      expect(body.keys.map(({ kid }: { kid: string }) => kid)).toEqual(expect.arrayContaining([KID, 'kid_other']))
    })
    await gateway.peer.access.remove('jwk.kid_other')
  })
})

describe('a revocation in the access bucket', () => {
  const refusedWithin = async (authorization: string, put: () => Promise<void>, other: TestGateway) => {
    expect((await vendor(authorization)).status).toBe(200)
    expect((await other.ask('/vendor/members', { headers: { authorization } })).status).toBe(200)
    await put()
    for (const one of [gateway, other]) {
      await vi.waitFor(
        async () => expect(summary(await one.ask('/vendor/members', { headers: { authorization } }))).toEqual(UNAUTHORIZED),
        { interval: 20 },
      )
    }
  }

  it('is applied by every gateway within a second: of a token, an identity, a member or a seller', async () => {
    const other = await startTestGateway()
    const { access } = gateway.peer

    await refusedWithin(`Bearer ${await tokenOf({ ...MEMBER, jti: 'lost' })}`, () => access.put('jti.lost', {}), other)
    await refusedWithin(
      `Bearer ${await tokenOf({ ...MEMBER, auth_identity_id: 'authid_x' })}`,
      () => access.put('since.authid_x', { iat: nowInSeconds() + 60 }),
      other,
    )
    await refusedWithin(
      `Bearer ${await tokenOf({ ...MEMBER, actor_id: 'mem_gone' })}`,
      () => access.put('member.mem_gone', { deleted: true }),
      other,
    )

    await refusedWithin(
      `Bearer ${await tokenOf({ ...MEMBER, seller_id: 'sel_gone' })}`,
      () => access.put('seller.sel_gone', { store_status: 'ACTIVE', deleted: true }),
      other,
    )

    const later = `Bearer ${await tokenOf({ ...MEMBER, auth_identity_id: 'authid_y', iat: nowInSeconds() })}`
    await access.put('since.authid_y', { iat: nowInSeconds() - 60 })
    expect((await vendor(later)).status).toBe(200)
    await other.stop()
  })

  it('of an administrator or customer ends their access', async () => {
    const [user, customer] = [
      await bearer({ ...ADMIN, actor_id: 'user_gone' }),
      await bearer({ ...CUSTOMER, actor_id: 'cus_gone' }),
    ]
    const admin = () => gateway.ask('/admin/orders/order_1', { headers: user })
    const store = () => gateway.ask('/store/carts/cart_1', { headers: { ...customer, 'x-publishable-api-key': 'pk_shop' } })
    expect([(await admin()).status, (await store()).body.actor.customer_id]).toEqual([200, 'cus_gone'])

    await gateway.peer.access.put('user.user_gone', { deleted: true })
    await gateway.peer.access.put('customer.cus_gone', { deleted: true })

    await vi.waitFor(async () => expect(summary(await admin())).toEqual(UNAUTHORIZED), { interval: 20 })
    await vi.waitFor(async () => expect((await store()).body.actor.customer_id).toBe(null), { interval: 20 })
  })

  it('of an active store status leaves only reads, order handling and the seller profile allowed', async () => {
    const headers = await bearer({ ...MEMBER, seller_id: 'sel_closed' })
    await gateway.peer.access.put('seller.sel_closed', { store_status: 'SUSPENDED' })

    await vi.waitFor(async () =>
      expect(summary(await gateway.ask('/vendor/price-lists', { method: 'POST', headers, body: {} }))).toEqual({
        status: 403,
        type: 'not_allowed',
        message: 'Operation not allowed for current store status',
      }),
    )
    expect((await gateway.ask('/vendor/members', { headers })).status).toBe(200)
    expect((await gateway.ask('/vendor/members', { method: 'HEAD', headers })).status).toBe(200)
    const write = async (path: string) => (await gateway.ask(path, { method: 'POST', headers, body: {} })).status
    const open = ['/vendor/orders/order_1/complete', '/vendor/sellers/me']
    expect(await Promise.all(open.map(write))).toEqual([200, 200])
    const closed = ['/vendor/products', '/vendor/members/mem_1', '/vendor/customers/cus_1/customer-groups']
    expect(await Promise.all(closed.map(write))).toEqual([403, 403, 403])
    await gateway.peer.access.remove('seller.sel_closed')
  })
})

describe('the WWW-Authenticate header of a 401', () => {
  const BEARER = 'Bearer realm="souk"'
  const REFUSED = `${BEARER}, error="invalid_token"`
  const BASIC = 'Basic realm="souk", charset="UTF-8"'
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' }

  it.each([
    ['/vendor/members', {}, BEARER],
    ['/vendor/members', { authorization: 'Bearer x' }, REFUSED],
    ['/vendor/members', { authorization: 'Basic sk_x' }, BEARER],
    ['/admin/orders/order_1', {}, `${BEARER}, ${BASIC}`],
    ['/admin/orders/order_1', { authorization: 'Bearer x' }, `${REFUSED}, ${BASIC}`],
    ['/ops', {}, `${BEARER}, ${BASIC}`],
    ['/ops/metrics/cart/x', { ...browser, accept: 'text/html,*/*;q=0.8' }, `${BEARER}, ${BASIC}`],
    // A browser would show its own dialog for Basic before the page learns about the 401.
    ['/admin/orders/order_1', { ...browser, accept: 'application/json' }, BEARER],
    ['/admin/orders/order_1', browser, BEARER],
  ])('of %s requested with %j is %s', async (path, headers, expected) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await gateway.ask(path, { headers: headers as Record<string, string>, method })
      expect({ status: answer.status, header: answer.headers['www-authenticate'] }).toEqual({ status: 401, header: expected })
    }
  })

  it('is also sent when a service answers 401, and with no other answer', async () => {
    await gateway.peer.answer(logIn, () => ({ status: 401, body: { type: 'unauthorized', message: 'no', request_id: 'r' } }))
      .ready
    const refused = await gateway.ask('/auth/user/emailpass', { method: 'POST', body: {} })

    expect({ status: refused.status, header: refused.headers['www-authenticate'] }).toEqual({ status: 401, header: BEARER })
    expect((await vendor(`Bearer ${await tokenOf()}`)).headers).not.toHaveProperty('www-authenticate')
  })
})
