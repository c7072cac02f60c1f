import { addGiftCard, getMember, logIn } from '@souk/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer } from './support/peer.ts'

let gateway: TestGateway
afterEach(() => gateway.stop())
function countBy(answers: { status: number }[]) {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

describe('log-in', () => {
  it('is tried at most 60 times a minute from one address, always', async () => {
    gateway = await startTestGateway()
    await gateway.peer.answer(logIn, () => ({ body: { token: 't' } })).ready

    const answers = await many(70, () => gateway.ask('/auth/user/emailpass', { method: 'POST', body: {} }))

    expect(countBy(answers)).toEqual({ 200: 60, 429: 10 })
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ type: 'rate_limited', message: 'Too many requests; try again later' })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
  })
})

describe('guessing gift cards', () => {
  it('ends after 100 failures of one address, while other requests go on', async () => {
    gateway = await startTestGateway()
    let status = 400
    await gateway.peer.answer(addGiftCard, () => ({ status, body: { type: 'invalid_data', message: 'no', request_id: 'x' } }))
      .ready
    await gateway.peer.publishApiKey('pk_shop')
    const guess = () =>
      gateway.ask('/store/carts/cart_1/gift-cards', {
        method: 'POST',
        headers: { 'x-publishable-api-key': 'pk_shop' },
        body: { code: 'X' },
      })
    await expect
      .poll(
        async () =>
          (await gateway.ask('/store/carts/c', { headers: { 'x-publishable-api-key': 'pk_shop', 'x-timeout-ms': '50' } })).status,
      )
      .not.toBe(400)

    status = 200
    expect(countBy(await many(150, guess))).toEqual({ 200: 150 })
    status = 400
    for (let i = 0; i < 10; i++) expect(countBy(await many(10, guess))).toEqual({ 400: 10 })

    const refused = await guess()
    expect(refused).toMatchObject({
      status: 429,
      body: { type: 'rate_limited', message: 'Too many failed attempts; try again later' },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await gateway.ask('/health/live')).status).toBe(200)
  })
})

describe('the general limit', () => {
  it('is off unless configured', async () => {
    gateway = await startTestGateway()
    await gateway.peer.answer(getMember, () => ({ body: {} })).ready
    const headers = await bearer()

    expect(countBy(await many(300, () => gateway.ask('/vendor/members/mem_1', { headers })))).toEqual({ 200: 300 })
  })

  it('counts by address; behind trusted proxies, by the address that they name', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_PER_MINUTE: '200', TRUST_PROXY: '127.0.0.1' } })
    const from = (address: string) => () => gateway.ask('/vendor/members', { headers: { 'x-forwarded-for': address } })

    expect(countBy(await many(210, from('192.0.2.1')))).toEqual({ 401: 200, 429: 10 })
    expect(countBy(await many(10, from('192.0.2.2')))).toEqual({ 401: 10 })
  })

  it('is not fooled by X-Forwarded-For of strangers', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_PER_MINUTE: '200' } })
    let n = 0

    const answers = await many(205, () =>
      gateway.ask('/vendor/members', { headers: { 'x-forwarded-for': `192.0.2.${n++ % 250}` } }),
    )

    expect(countBy(answers)[429]).toBeGreaterThanOrEqual(5)
  })
})

describe('browsers', () => {
  const preflight = (origin: string) =>
    gateway.ask('/store/carts', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-publishable-api-key' },
    })

  it('of no other origin may call, unless configured', async () => {
    gateway = await startTestGateway()

    const { status, headers } = await preflight('https://shop.example')

    expect(status).toBe(405)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('of configured origins may, of others not', async () => {
    gateway = await startTestGateway({ env: { CORS_ORIGINS: 'https://shop.example, https://admin.example' } })

    const allowed = await preflight('https://shop.example')
    expect({ status: allowed.status, origin: allowed.headers['access-control-allow-origin'] }).toEqual({
      status: 204,
      origin: 'https://shop.example',
    })
    expect(allowed.headers['access-control-allow-methods']).toMatch(/DELETE/)
    expect((await preflight('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
    const answer = await gateway.ask('/store/carts/cart_1', { headers: { origin: 'https://shop.example' } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      vary: expect.stringContaining('Origin'),
    })
  })
})
