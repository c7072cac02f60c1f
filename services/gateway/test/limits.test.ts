import { addGiftCard, getMember, logIn, register, resetPassword } from '@souk/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer, type PeerReply } from './support/peer.ts'

let gateway: TestGateway
afterEach(() => gateway.stop())
function countBy(answers: { status: number }[]) {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

const REFUSED = { type: 'invalid_data', message: 'no', request_id: 'x' }
const right: PeerReply = { status: 200 }
const otherwiseRefused: PeerReply = { status: 400, body: REFUSED }
const guessedWrong: PeerReply = { status: 400, body: REFUSED, headers: { 'failed-guess': '1' } }
const TOO_MANY = { type: 'rate_limited', message: 'Too many failed attempts; try again later' }
const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' }

const logInAt = (at: TestGateway, address = '192.0.2.1') =>
  at.ask('/auth/user/emailpass', { method: 'POST', headers: { 'x-forwarded-for': address }, body: {} })

const enrolAt = (at: TestGateway, address = '192.0.2.1') =>
  at.ask('/auth/customer/emailpass/register', { method: 'POST', headers: { 'x-forwarded-for': address }, body: {} })

describe('registration', () => {
  it.each([
    ['20', { 200: 20, 429: 80 }],
    ['0', { 200: 100 }],
  ])('and password resets are limited by REGISTRATIONS_PER_MINUTE=%s', async (REGISTRATIONS_PER_MINUTE, expected) => {
    gateway = await startTestGateway({ env: { REGISTRATIONS_PER_MINUTE } })
    await Promise.all([register, resetPassword].map((operation) => gateway.peer.answer(operation, () => right).ready))
    const forget = () => gateway.ask('/auth/customer/emailpass/reset-password', { method: 'POST', body: {} })

    expect(countBy(await many(100, () => enrolAt(gateway)))).toEqual(expected)
    expect(countBy(await many(100, forget))).toEqual(expected)
  })

  it('is limited to 60 per address and minute, including successful and running requests', async () => {
    gateway = await startTestGateway({ env: BEHIND_PROXY })
    await gateway.peer.answer(register, () => right).ready
    const enrol = (address: string) => enrolAt(gateway, address)

    expect(countBy(await many(100, () => enrol('192.0.2.1')))).toEqual({ 200: 60, 429: 40 })
    expect((await enrol('192.0.2.2')).status).toBe(200)
    expect(countBy(await many(3, () => logInAt(gateway)))).not.toHaveProperty('429')
  })
})

describe('password guessing', () => {
  it.each(['0', '1000'])('by registering is blocked after 60 failures, with REGISTRATIONS_PER_MINUTE=%s', async (most) => {
    gateway = await startTestGateway({ env: { REGISTRATIONS_PER_MINUTE: most } })
    let answer = right
    await Promise.all([gateway.peer.answer(register, () => answer).ready, gateway.peer.answer(logIn, () => right).ready])

    expect(countBy(await many(100, () => enrolAt(gateway)))).toEqual({ 200: 100 })
    answer = { ...guessedWrong, status: 401 }
    for (let i = 0; i < 6; i++) expect(countBy(await many(10, () => enrolAt(gateway)))).toEqual({ 401: 10 })

    expect(await enrolAt(gateway)).toMatchObject({ status: 429, body: TOO_MANY })
    expect((await logInAt(gateway)).status).toBe(200)
  })

  it('is blocked after 60 failures per address and minute; successful log-ins do not count', async () => {
    gateway = await startTestGateway()
    let answer = right
    await gateway.peer.answer(logIn, () => answer).ready
    const attempt = () => logInAt(gateway)

    expect(countBy(await many(150, attempt))).toEqual({ 200: 150 })
    answer = { ...guessedWrong, status: 401 }
    for (let i = 0; i < 6; i++) expect(countBy(await many(10, attempt))).toEqual({ 401: 10 })

    const refused = await attempt()
    expect(refused).toMatchObject({ status: 429, body: TOO_MANY })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('counts all addresses of one /64 as one, including IPv4-mapped ones', async () => {
    gateway = await startTestGateway({ env: BEHIND_PROXY })
    await gateway.peer.answer(logIn, () => guessedWrong).ready
    for (let i = 0; i < 60; i++) await logInAt(gateway, i % 2 ? `2001:db8:1:2::${i}` : `2001:DB8:1:2:ffff:${i}::1`)
    for (let i = 0; i < 60; i++) await logInAt(gateway, i % 2 ? '192.0.2.7' : '::ffff:192.0.2.7')

    expect((await logInAt(gateway, '2001:db8:1:2:3:4:5:6')).status).toBe(429)
    expect((await logInAt(gateway, '192.0.2.7')).status).toBe(429)
    expect((await logInAt(gateway, '2001:db8:1:3::1')).status).toBe(400)
    expect((await logInAt(gateway, '192.0.2.8')).status).toBe(400)
  })

  it('is counted across all gateways', async () => {
    gateway = await startTestGateway({ env: BEHIND_PROXY })
    const other = await startTestGateway({ env: BEHIND_PROXY })
    try {
      let answer = guessedWrong
      await gateway.peer.answer(logIn, () => answer).ready
      for (let i = 0; i < 30; i++) await Promise.all([logInAt(gateway), logInAt(other)])

      answer = right // not counted: each gateway has counted thirty failures itself, and must learn about the other ones
      for (const one of [gateway, other]) await expect.poll(async () => (await logInAt(one)).status).toBe(429)
      expect((await logInAt(other, '192.0.2.2')).status).toBe(200)
    } finally {
      await other.stop()
    }
  })

  it('is still counted after malformed count messages', async () => {
    gateway = await startTestGateway({ env: BEHIND_PROXY })
    await gateway.peer.answer(logIn, () => guessedWrong).ready
    for (const text of ['', '{', '{"from":"x","counts":[["192.0.2.1",-100]]}', '{"from":"x","counts":[["192.0.2.1","9"]]}', '[]'])
      gateway.peer.bus.nc.publish('limits.gateway.sellers.log-in', text)
    gateway.peer.bus.nc.publish('limits.gateway.nobody.knows', '{"from":"x","counts":[["192.0.2.1",100]]}')
    await gateway.peer.bus.nc.flush()

    for (let i = 0; i < 60; i++) expect((await logInAt(gateway)).status).toBe(400)
    expect((await logInAt(gateway)).status).toBe(429)
  })
})

describe('gift card guessing', () => {
  it('is blocked after 100 failures per address; other rejections do not count', async () => {
    gateway = await startTestGateway()
    let answer = otherwiseRefused
    await gateway.peer.answer(addGiftCard, () => answer).ready
    await gateway.peer.publishApiKey('pk_shop')
    const guess = () =>
      gateway.ask('/store/carts/cart_1/gift-cards', {
        method: 'POST',
        headers: { 'x-publishable-api-key': 'pk_shop' },
        body: { code: 'X' },
      })
    await expect.poll(async () => (await guess()).body.message).toBe('no') // once the gateway knows the key

    expect(countBy(await many(150, guess))).toEqual({ 400: 150 })
    answer = right
    expect(countBy(await many(150, guess))).toEqual({ 200: 150 })
    answer = guessedWrong
    for (let i = 0; i < 10; i++) expect(countBy(await many(10, guess))).toEqual({ 400: 10 })

    expect(await guess()).toMatchObject({ status: 429, body: TOO_MANY })
    expect((await gateway.ask('/health/live')).status).toBe(200)
  })
})

describe('the general rate limit', () => {
  it('is off by default', async () => {
    gateway = await startTestGateway()
    await gateway.peer.answer(getMember, () => ({ body: {} })).ready
    const headers = await bearer()

    expect(countBy(await many(300, () => gateway.ask('/vendor/members/mem_1', { headers })))).toEqual({ 200: 300 })
  })

  it('counts by address, or behind trusted proxies by the forwarded address', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_PER_MINUTE: '200', TRUST_PROXY: '127.0.0.1' } })
    const from = (address: string) => () => gateway.ask('/vendor/members', { headers: { 'x-forwarded-for': address } })

    expect(countBy(await many(210, from('192.0.2.1')))).toEqual({ 401: 200, 429: 10 })
    expect(countBy(await many(10, from('192.0.2.2')))).toEqual({ 401: 10 })
  })

  it('counts across all gateways, a /64 as one client', async () => {
    const env = { ...BEHIND_PROXY, RATE_LIMIT_PER_MINUTE: '40' }
    gateway = await startTestGateway({ env })
    const other = await startTestGateway({ env })
    const from = (one: TestGateway, address: string) =>
      one.ask('/vendor/members', { headers: { 'x-forwarded-for': address } }).then(({ status }) => status)
    try {
      for (let i = 0; i < 20; i++) await Promise.all([from(gateway, `2001:db8::${i}`), from(other, `2001:db8::9:${i}`)])

      // Fewer requests than would reach the limit by themselves.
      const looks = { interval: 1000, timeout: 15_000 }
      for (const one of [gateway, other]) await expect.poll(() => from(one, '2001:db8::1'), looks).toBe(429)
      expect(await from(other, '2001:db8:0:1::1')).toBe(401)
    } finally {
      await other.stop()
    }
  })

  it.each(['GET', 'HEAD'])('does not count health probes of load balancers (%s)', async (method) => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_PER_MINUTE: '20' } })
    const probe = (path: string) => gateway.ask(path, { method })
    const probes = await Promise.all(['/health', '/health/live', '/health/ready'].map((path) => many(10, () => probe(path))))
    expect(countBy(probes.flat())).toEqual({ 200: 20, 503: 10 })

    expect(countBy(await many(25, () => gateway.ask('/vendor/members')))).toEqual({ 401: 20, 429: 5 })
    expect((await probe('/health/live')).status).toBe(200)
  })

  it('ignores X-Forwarded-For of untrusted clients', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_PER_MINUTE: '200' } })
    let n = 0

    const answers = await many(205, () =>
      gateway.ask('/vendor/members', { headers: { 'x-forwarded-for': `192.0.2.${n++ % 250}` } }),
    )

    expect(countBy(answers)[429]).toBeGreaterThanOrEqual(5)
  })
})
