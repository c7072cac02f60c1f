import { findApiKey, getCart, getOrder, revokeApiKey, subjectOf } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { startSellers } from '../../sellers/test/service.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer, CUSTOMER, hashOf, MEMBER, tokenOf } from './support/peer.ts'

const AT = '2026-01-01T00:00:00.000Z'
let sellers: Awaited<ReturnType<typeof startSellers>>
let gateway: TestGateway
let second: TestGateway

beforeAll(async () => {
  sellers = await startSellers()
  await insertKey('pk_shop', 'publishable')
  await insertKey('sk_admin', 'secret')
  gateway = await startTestGateway()
  second = await startTestGateway()
  const echo = (message: { headers?: { get(name: string): string } }) => ({
    body: { actor: JSON.parse(message.headers?.get('actor') ?? 'null') },
  })
  for (const operation of [getOrder, getCart]) await gateway.peer.answer(operation, echo as never).ready
})
afterAll(async () => {
  await Promise.all([gateway.stop(), second.stop()])
  await sellers.stop()
})

async function insertKey(token: string, type: 'publishable' | 'secret') {
  await insertMissing(sellers.db, {
    api_keys: [
      {
        id: `apk_${token}`,
        type,
        title: token,
        token: type === 'secret' ? null : token,
        token_sha256: hashOf(token),
        redacted: '***',
        sales_channel_ids: type === 'secret' ? [] : ['sc_1'],
        created_by: null,
        revoked_by: null,
        revoked_at: null,
        last_used_at: null,
        created_at: AT,
        updated_at: AT,
      },
    ],
  })
}

const store = (key: string | readonly string[] | undefined, headers: Record<string, string> = {}, one = gateway) =>
  one.ask('/store/carts/cart_1', { headers: { ...headers, ...(key !== undefined && { 'x-publishable-api-key': key }) } })
const admin = (authorization: string, one = gateway) => one.ask('/admin/orders/order_1', { headers: { authorization } })
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const summary = ({ status, body }: { status: number; body: { type: string; message: string } }) => ({
  status,
  type: body.type,
  message: body.message,
})

const NO_KEY = {
  status: 400,
  type: 'not_allowed',
  message:
    'Publishable API key required in the request header: x-publishable-api-key. You can manage your keys in settings in the dashboard.',
}
const BAD_KEY = { status: 400, type: 'not_allowed', message: 'A valid publishable key is required to proceed with the request' }
const UNAUTHORIZED = { status: 401, type: 'unauthorized', message: 'Unauthorized' }

describe('a publishable key', () => {
  it('grants access to its sales channels; a customer token is optional', async () => {
    const actor = { type: 'storefront', id: 'apk_pk_shop', sales_channel_ids: ['sc_1'], customer_id: null }

    expect((await store('pk_shop')).body).toEqual({ actor })
    expect((await store('  pk_shop  ')).body).toEqual({ actor })
    expect((await store('pk_shop', await bearer(CUSTOMER))).body).toEqual({ actor: { ...actor, customer_id: 'cus_1' } })
  })

  it.each([
    ["a member's token", async () => (await bearer(MEMBER)).authorization],
    ['an expired token', async () => `Bearer ${await tokenOf({ ...CUSTOMER, exp: 1 })}`],
    ['a registration token', async () => `Bearer ${await tokenOf({ ...CUSTOMER, actor_id: '' })}`],
    ['a malformed token', () => 'Bearer x'],
  ])('together with %s acts as a guest', async (_case, make) => {
    expect((await store('pk_shop', { authorization: await make() })).body.actor).toMatchObject({
      type: 'storefront',
      customer_id: null,
    })
  })

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['only spaces', '   '],
  ])('that is %s counts as missing, even for logged-in customers', async (_case, key) => {
    expect(summary(await store(key))).toEqual(NO_KEY)
    expect(summary(await store(key, await bearer(CUSTOMER)))).toEqual(NO_KEY)
  })

  it.each([
    ['unknown', 'pk_unknown'],
    ['a secret key', 'sk_admin'],
    ['in upper case', 'PK_SHOP'],
    ['10 KiB long', `pk_${'a'.repeat(10_240)}`],
    ['SQL', "pk_' OR '1'='1"],
    ['a NATS wildcard', 'key.>'],
  ])('that is invalid is rejected: %s', async (_case, key) => {
    expect(summary(await store(key))).toEqual(BAD_KEY)
  })

  it('that is a token is rejected', async () => {
    expect(summary(await store(await tokenOf()))).toEqual(BAD_KEY)
  })

  it('sent twice is rejected', async () => {
    expect((await store(['pk_shop', 'pk_shop'])).status).toBe(400)
  })

  it('is not read from the query', async () => {
    expect(summary(await gateway.ask('/store/carts/cart_1?x-publishable-api-key=pk_shop'))).toEqual(NO_KEY)
  })

  it('gives access to storefront routes only', async () => {
    expect(summary(await gateway.ask('/vendor/members', { headers: { 'x-publishable-api-key': 'pk_shop' } }))).toEqual(
      UNAUTHORIZED,
    )
    expect(summary(await admin(basic('pk_shop:')))).toEqual(UNAUTHORIZED)
  })
})

describe('a secret key', () => {
  it.each([
    ['as the Basic user name', basic('sk_admin:')],
    ['as the Basic user name without a colon', basic('sk_admin')],
    ['without base64', 'Basic sk_admin'],
    ['without base64, with a colon', 'Basic sk_admin:'],
    ['with a lower-case scheme', `basic ${Buffer.from('sk_admin:').toString('base64')}`],
  ])('authenticates an administrator %s', async (_case, authorization) => {
    expect((await admin(authorization)).body).toEqual({ actor: { type: 'secret-key', id: 'apk_sk_admin', identity_id: null } })
  })

  it('carries the user who created it, if known', async () => {
    await gateway.peer.publishApiKey('sk_made', { id: 'apk_made', type: 'secret', sales_channel_ids: [], created_by: 'user_7' })
    const actor = { type: 'secret-key', id: 'apk_made', identity_id: null, created_by: 'user_7' }
    await vi.waitFor(async () => expect((await admin('Basic sk_made')).body).toEqual({ actor }))
  })

  it('sent as a bearer token is rejected with a hint', async () => {
    expect(summary(await admin('Bearer sk_admin'))).toEqual({
      status: 401,
      type: 'unauthorized',
      message:
        'A secret API key was passed as a Bearer token. Secret API keys must be sent using HTTP Basic authentication instead (Authorization: Basic <secret-api-key>).',
    })
  })

  it.each([
    ['unknown', basic('sk_unknown:')],
    ['a publishable key', basic('pk_shop:')],
    ['empty', basic(':')],
    ['not base64', 'Basic ***'],
    ['only a scheme', 'Basic'],
  ])('that is invalid is rejected: %s', async (_case, authorization) => {
    expect(summary(await admin(authorization))).toEqual(UNAUTHORIZED)
  })

  it('gives no access to vendor routes', async () => {
    expect(summary(await gateway.ask('/vendor/members', { headers: { authorization: 'Basic sk_admin' } }))).toEqual(UNAUTHORIZED)
  })
})

describe('a key that is not in the access bucket', () => {
  /** The requests to `sellers`, overheard on the bus. */
  async function overhear() {
    const asked: string[] = []
    // Sent to any replica, or to the one that the gateway chose.
    const subjects = [subjectOf(findApiKey), `replica.${findApiKey.service}.*.${findApiKey.name}`]
    const subscriptions = subjects.map((subject) =>
      gateway.peer.bus.nc.subscribe(subject, {
        callback: (_error, message) => {
          asked.push(message.json<{ token_sha256: string }>().token_sha256)
        },
      }),
    )
    await gateway.peer.bus.nc.flush()
    return { asked, stop: () => subscriptions.forEach((one) => void one.unsubscribe()) }
  }

  it('is looked up once for any number of requests, and works from then on', async () => {
    const { asked, stop } = await overhear()
    let n = 0

    await vi.waitFor(async () => {
      const token = `pk_new${++n}`
      await insertKey(token, 'publishable')
      asked.length = 0
      const beganAt = performance.now()
      const answers = await Promise.all(Array.from({ length: 20 }, () => store(token)))
      answers.push(await store(token))

      expect(answers.map(({ status }) => status)).toEqual(Array(21).fill(200))
      if (performance.now() - beganAt > 450) throw new Error('a yes is kept for half a second: that took longer')
      expect(asked).toEqual([hashOf(token)])
    })
    stop()
  })

  it('and does not exist is looked up at most once per second', async () => {
    const { asked, stop } = await overhear()

    let n = 0
    const token = await vi.waitFor(async () => {
      const guess = `pk_guess${++n}`
      asked.length = 0
      const beganAt = performance.now()
      for (let i = 0; i < 5; i++) expect(summary(await store(guess))).toEqual(BAD_KEY)
      if (performance.now() - beganAt > 900) throw new Error('a no is kept for a second: that took longer')
      expect(asked).toHaveLength(1)
      return guess
    })

    await insertKey(token, 'publishable')
    await vi.waitFor(async () => expect((await store(token)).status).toBe(200), { interval: 100 })
    expect(asked.length).toBeGreaterThanOrEqual(2)
    stop()
  })
})

it('a revoked key is soon rejected by every gateway, whether it was in the access bucket or not', async () => {
  await insertKey('pk_old', 'publishable')
  await insertKey('sk_old', 'secret')
  await gateway.peer.publishApiKey('sk_old', { id: 'apk_sk_old', type: 'secret', sales_channel_ids: [] })
  for (const one of [gateway, second]) {
    expect((await store('pk_old', {}, one)).status).toBe(200)
    await vi.waitFor(async () => expect((await admin('Basic sk_old', one)).status).toBe(200))
  }

  for (const token of ['pk_old', 'sk_old']) {
    await sellers.call(revokeApiKey, {
      params: { id: `apk_${token}` },
      body: {},
      actor: { type: 'user', id: 'user_1', identity_id: null },
      query: 'fields=id',
    })
  }

  for (const one of [gateway, second]) {
    await vi.waitFor(async () => expect(summary(await admin('Basic sk_old', one))).toEqual(UNAUTHORIZED))
    await vi.waitFor(async () => expect(summary(await store('pk_old', {}, one))).toEqual(BAD_KEY))
  }
})
