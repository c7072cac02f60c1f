import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCart, getOrder, listMembers } from '@souk/contracts'
import { readConfig } from '@souk/runtime'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GatewayConfig } from '../src/config.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { ADMIN, bearer, CUSTOMER, MEMBER, tokenOf } from './support/peer.ts'

const ISSUER = 'https://id.example.com/'
const nowInSeconds = () => Math.floor(Date.now() / 1000)
const UNAUTHORIZED = { status: 401, type: 'unauthorized', message: 'Unauthorized' }
const summary = ({ status, body }: { status: number; body: { type: string; message: string } }) => ({
  status,
  type: body.type,
  message: body.message,
})

/** An issuer on the loopback interface; `answer` determines how it answers requests for its keys. */
async function startIssuer() {
  let keys: JWK[] = []
  let asked = 0
  let answer: 'keys' | 'failure' | 'silence' | 'rubbish' = 'keys'
  const server: Server = createServer((_request, response) => {
    asked++
    if (answer === 'silence') return
    if (answer === 'failure') return void response.writeHead(500).end()
    response.end(answer === 'keys' ? JSON.stringify({ keys }) : '{"keys":')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function newKey(alg: string, kid = `${alg}-${keys.length}`) {
    const pair = await generateKeyPair(alg, { extractable: true })
    const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' }
    return {
      jwk,
      token: (claims: Record<string, unknown> = MEMBER, header: Record<string, unknown> = {}) =>
        tokenOf({ iss: ISSUER, aud: 'shop', ...claims }, { alg, kid, ...header }, pair.privateKey as never),
    }
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    newKey,
    publish: (all: JWK[]) => {
      keys = all
    },
    behave: (how: typeof answer) => {
      answer = how
    },
    get asked() {
      return asked
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

type Issuer = Awaited<ReturnType<typeof startIssuer>>
type Key = Awaited<ReturnType<Issuer['newKey']>>
let issuer: Issuer
let gateway: TestGateway
let key: Key

const start = async (one: Issuer, env: Record<string, string> = {}) => {
  const settings = { AUTH_JWKS_URL: one.url, AUTH_JWKS_ISSUER: ISSUER, AUTH_JWKS_AUDIENCE: 'shop' }
  const started = await startTestGateway({ env: { ...settings, ...env } })
  const echo = (message: { headers?: { get(name: string): string } }) => ({
    body: { actor: JSON.parse(message.headers?.get('actor') ?? 'null') },
  })
  for (const operation of [listMembers, getOrder, getCart]) await started.peer.answer(operation, echo as never).ready
  await started.peer.publishApiKey('pk_shop')
  return started
}
const vendor = (token: string, one = gateway) => one.ask('/vendor/members', { headers: { authorization: `Bearer ${token}` } })

beforeAll(async () => {
  issuer = await startIssuer()
  key = await issuer.newKey('ES256')
  issuer.publish([key.jwk])
  gateway = await start(issuer)
})
afterAll(async () => {
  await gateway.peer.access.sync(async () => new Map()) // the next file of this worker uses the same bucket
  await gateway.stop()
  await issuer.stop()
})

describe('a token of another issuer', () => {
  it('identifies the actor like our own tokens', async () => {
    expect((await vendor(await key.token())).body.actor).toEqual({
      type: 'member',
      id: 'mem_1',
      seller_id: 'sel_1',
      identity_id: 'authid_1',
    })
    expect(
      (await gateway.ask('/admin/orders/order_1', { headers: { authorization: `Bearer ${await key.token(ADMIN)}` } })).body.actor,
    ).toMatchObject({ type: 'user', id: 'user_1' })
    const store = { authorization: `Bearer ${await key.token(CUSTOMER)}`, 'x-publishable-api-key': 'pk_shop' }
    expect((await gateway.ask('/store/carts/cart_1', { headers: store })).body.actor).toMatchObject({ customer_id: 'cus_1' })
  })

  it.each([
    ['no jti', { jti: undefined }, {}],
    ['the type of an access token', {}, { typ: 'at+jwt' }],
    ['no type', {}, { typ: undefined }],
    ['its subject as the identity', { auth_identity_id: undefined, sub: 'auth0|1' }, {}],
  ])('is accepted with %s', async (_what, claims, header) => {
    expect((await vendor(await key.token({ ...MEMBER, ...claims }, header))).status).toBe(200)
  })

  it.each(['EdDSA', 'ES384', 'RS256', 'PS256'])('may be signed with %s', async (alg) => {
    const other = await startIssuer()
    const theirs = await other.newKey(alg)
    other.publish([theirs.jwk])
    const one = await start(other)

    expect((await vendor(await theirs.token(), one)).status).toBe(200)
    await one.stop()
    await other.stop()
  })

  const foreign = async (claims: Record<string, unknown>, header = {}) => key.token({ ...MEMBER, ...claims }, header)
  it.each<[string, () => Promise<string>]>([
    ['signed with an unknown key', async () => (await issuer.newKey('ES256', 'ES256-0')).token()],
    ['of an unknown kid', () => foreign({}, { kid: 'unknown' })],
    ['for another audience', () => foreign({ aud: 'souk' })],
    ['without an audience', () => foreign({ aud: undefined })],
    ['from a third issuer', () => foreign({ iss: 'https://other.example.com/' })],
    ['expired', () => foreign({ exp: nowInSeconds() - 10 })],
    ['without exp', () => foreign({ exp: undefined })],
    ['without iat', () => foreign({ iat: undefined })],
    ['issued more than a day ago', () => foreign({ iat: nowInSeconds() - 90_000 })],
    ['issued in the future', () => foreign({ iat: nowInSeconds() + 600 })],
    ['of another type', () => foreign({}, { typ: 'logout+jwt' })],
    ['without an actor', () => foreign({ actor_id: undefined })],
    ['without an actor type', () => foreign({ actor_type: undefined })],
    ['without an identity and a subject', () => foreign({ auth_identity_id: undefined })],
    ['of an unknown actor type', () => foreign({ actor_type: 'driver' })],
    ['issued under our own name', () => foreign({ iss: 'souk', aud: 'souk' })],
    ['signed with our own key', () => tokenOf({ ...MEMBER, iss: ISSUER, aud: 'shop' })],
    [
      'signed with our own key under the kid of the other issuer',
      () => tokenOf({ ...MEMBER, iss: ISSUER, aud: 'shop' }, { kid: 'ES256-0' }),
    ],
    [
      'signed with a shared secret',
      () =>
        tokenOf(
          { ...MEMBER, iss: ISSUER, aud: 'shop' },
          { alg: 'HS256', kid: 'ES256-0' },
          Buffer.from(JSON.stringify(key.jwk)) as never,
        ),
    ],
  ])('is rejected when it is %s', async (_what, make) => {
    expect(summary(await vendor(await make()))).toEqual(UNAUTHORIZED)
  })

  it('is invalid once it, its identity or its actor is revoked', async () => {
    const { access } = gateway.peer
    const void_ = async (claims: Record<string, unknown>, revoke: () => Promise<unknown>) => {
      const token = await key.token({ ...MEMBER, ...claims })
      expect((await vendor(token)).status).toBe(200)
      await revoke()
      await vi.waitFor(async () => expect(summary(await vendor(token))).toEqual(UNAUTHORIZED), { interval: 20 })
    }

    await void_({ jti: 'foreign' }, () => access.put('jti.foreign', {}))
    await void_({ auth_identity_id: 'ext_1' }, () => access.put('since.ext_1', { iat: nowInSeconds() + 60 }))
    await void_({ actor_id: 'mem_left' }, () => access.put('member.mem_left', { deleted: true }))
  })
})

it('identifies the actor by the configured claims of another issuer', async () => {
  const mapping = {
    actor_type: { value: 'customer' },
    actor_id: 'app_metadata.customer_id',
    auth_identity_id: 'https://shop.example.com/identity',
  }
  const one = await start(issuer, { AUTH_JWKS_CLAIMS: JSON.stringify(mapping) })
  const claims = {
    actor_id: undefined,
    actor_type: 'user',
    app_metadata: { customer_id: 'cus_7' },
    'https://shop.example.com/identity': 'ext_7',
  }
  const token = await key.token({ ...claims })

  const store = { authorization: `Bearer ${token}`, 'x-publishable-api-key': 'pk_shop' }
  expect((await one.ask('/store/carts/cart_1', { headers: store })).body.actor).toMatchObject({ customer_id: 'cus_7' })
  expect(summary(await one.ask('/admin/orders/order_1', { headers: { authorization: `Bearer ${token}` } }))).toEqual(UNAUTHORIZED)
  await one.stop()
})

describe('while the keys of the other issuer cannot be read', () => {
  it.each(['failure', 'rubbish', 'silence'] as const)(
    '(%s) its tokens get 503, and requests with other tokens are unaffected',
    async (how) => {
      const other = await startIssuer()
      const theirs = await other.newKey('ES256')
      other.publish([theirs.jwk])
      other.behave(how)
      const one = await start(other)
      const token = await theirs.token()

      const waiting = Promise.all(Array.from({ length: 20 }, () => vendor(token, one)))
      const ours = await one.ask('/vendor/members', { headers: await bearer() })
      expect(ours.status).toBe(200)
      for (const { status, headers, body } of await waiting)
        expect({ status, code: body.code, retry: headers['retry-after'] }).toEqual({
          status: 503,
          code: 'service_unavailable',
          retry: '1',
        })
      expect(other.asked).toBeLessThan(5)

      other.behave('keys')
      await vi.waitFor(async () => expect((await vendor(token, one)).status).toBe(200), { interval: 200 })
      await one.stop()
      await other.stop()
    },
  )

  it('keys that are already known remain valid', async () => {
    const other = await startIssuer()
    const theirs = await other.newKey('ES256')
    other.publish([theirs.jwk])
    const one = await start(other)
    expect((await vendor(await theirs.token(), one)).status).toBe(200)

    await other.stop()
    expect((await vendor(await theirs.token(), one)).status).toBe(200)
    await one.stop()
  })
})

describe('the configuration of another issuer', () => {
  const settings = { AUTH_JWKS_URL: 'https://id.example.com/jwks', AUTH_JWKS_ISSUER: ISSUER, AUTH_JWKS_AUDIENCE: 'shop' }
  it.each([
    ['AUTH_JWKS_ISSUER', { AUTH_JWKS_ISSUER: '' }],
    ['AUTH_JWKS_AUDIENCE', { AUTH_JWKS_AUDIENCE: '' }],
    ['AUTH_JWKS_ISSUER', { AUTH_JWKS_ISSUER: 'souk' }],
    ['AUTH_JWKS_URL', { AUTH_JWKS_URL: 'http://id.example.com/jwks' }],
    ['AUTH_JWKS_CLAIMS', { AUTH_JWKS_CLAIMS: 'no JSON' }],
    ['AUTH_JWKS_CLAIMS', { AUTH_JWKS_CLAIMS: '{"jti":"x"}' }],
  ])('is rejected with the name of the variable: %s of %o', (name, change) => {
    expect(readConfig(GatewayConfig, settings).AUTH_JWKS_CLAIMS.actor_id).toBe('actor_id')
    expect(() => readConfig(GatewayConfig, { ...settings, ...change })).toThrow(new RegExp(`\\n  ${name}`))
  })
})
