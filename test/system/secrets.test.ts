import { rm } from 'node:fs/promises'
import { accessOf, type Operation } from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenSigner } from '../../services/sellers/src/credentials/tokens.ts'
import { makeServerFolder } from '../../tools/infra/server-folder.ts'
import { type Infra, startInfra } from '../../tools/infra/start-infra.ts'
import { ids } from '../../tools/seed/ids.ts'
import { newSecrets } from '../../tools/start/secrets.ts'
import { createCanaries, formsOf } from './canaries.ts'
import { DAMAGES } from './damaged-records.ts'
import { keptAnswers, type Observed, observe } from './observed.ts'
import { startProcess } from './real-process.ts'
import { addCart, addGiftCard } from './records.ts'
import { type HonestRequests, honestRequests, withQuery } from './scenes/honest-request.ts'
import { OFFERED } from './scenes/scenes.ts'
import { requestsWithSecrets, type Worthless } from './secret-requests.ts'
import { type Anything, sendAnything, sendBytes } from './send-anything.ts'
import { type System, startSystem } from './system.ts'

/**
 * One instance, with separate servers that can be stopped, is given secrets in every place; then everything that it wrote is
 * searched.
 */

const ADMIN_EMAIL = 'first@souk.example'
const CONTROL = 'this-request-is-to-be-found'
const AT_ONCE = 12

const canaries = createCanaries()
const lines: string[] = []
const outputs: string[] = []
const answers: { status: number; place: string }[] = []
const leaks: string[] = []
const observed: Observed = { metrics: [], statistics: [], messages: [] }
const adminPassword = canaries.make("the first administrator's password")
let kept: Awaited<ReturnType<typeof keptAnswers>> | undefined
let signingKey: string

let home: string
let infra: Infra
let system: System
let honest: HonestRequests
let worthless: Worthless
let isRunning = false

beforeAll(async () => {
  home = await makeServerFolder()
  const { NATS_URL: _nats, MONGODB_URL: _mongodb, ...env } = process.env
  infra = await startInfra({ home, env, mongodbArgs: ['--oplogSize', '64'] })
  const secrets = {
    admin_password: canaries.make("an administrator's password"),
    seller_password: canaries.make("a seller's password"),
    foreign_seller_password: canaries.make("another seller's password"),
    customer_password: canaries.make("a customer's password"),
    gift_card_code: canaries.make('the code of a seeded card', { quotable: true }),
    second_gift_card_code: canaries.make('the code of another seeded card', { quotable: true }),
  }
  system = await startSystem({
    servers: { NATS_URL: infra.nats_url, MONGODB_URL: infra.mongodb_url, MONGODB_PREFIX: 'secrets' },
    env: { TRUST_PROXY: '127.0.0.1', ADMIN_EMAIL, ADMIN_PASSWORD: adminPassword },
    secrets,
    loggerOf: (name) => createLogger(name, 'trace', { output: { write: (line) => lines.push(line) } }),
  })
  isRunning = true
  signingKey = JSON.stringify(system.secrets.signing_key)
  canaries.watch('the signing key', system.secrets.signing_key.d!)
  canaries.watch('a secret key', system.secretKey)
  for (const [name, token] of Object.entries(system.tokens)) if (token) watchToken(`the token of ${name}`, token)
  worthless = {
    expired_token: await signed(signingKey, -60),
    garbled_token: await signed(JSON.stringify(newSecrets().signing_key), 60),
    unknown_key: canaries.make('an unknown secret key').replace(/^/, 'sk_'),
  }
  watchToken('an expired token', worthless.expired_token)
  watchToken('a garbled token', worthless.garbled_token)
  honest = await honestRequests(system)
})
afterAll(async () => {
  await Promise.all([infra.nats!.start(), infra.mongodb!.start()])
  await stopSystem()
  await infra.stop()
  await rm(home, { recursive: true, force: true })
})

async function stopSystem() {
  if (!isRunning) return
  isRunning = false
  await system.stop()
}

async function signed(key: string, ttl_s: number) {
  const signer = await createTokenSigner({ signingKey: key, issuer: 'souk', ttl_s })
  return signer.sign({ actor_type: 'seller', actor_id: ids.member, seller_id: ids.seller, auth_identity_id: ids.seller_identity })
}

/** The first part is the same in all tokens; the other parts are secret on their own too. */
function watchToken(name: string, token: string) {
  const [, claims = '', signature = ''] = token.split('.')
  canaries.watch(`${name}: claims`, claims)
  canaries.watch(`${name}: signature`, signature)
}

function credentialsFor({ path }: Pick<Operation, 'path'>): Record<string, string> {
  const { tokens, secrets } = system
  switch (accessOf({ path })) {
    case 'admin':
      return { authorization: `Bearer ${tokens.admin}` }
    case 'vendor':
      return { authorization: `Bearer ${tokens.seller}` }
    case 'store':
      return { authorization: `Bearer ${tokens.customer}`, 'x-publishable-api-key': secrets.publishable_key }
    default:
      return {}
  }
}

let address = 0
/** Sends it from a separate address, and searches the answer for secrets. */
async function send(request: Anything, { place = '', sent = [] as string[] } = {}) {
  const from = `198.51.${Math.floor(++address / 250)}.${(address % 250) + 1}`
  const type: Record<string, string> = request.body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { 'x-forwarded-for': from, ...type, ...request.headers }
  const answer = await sendAnything(system.url, { ...request, headers })
  answers.push({ status: answer.status, place })
  // A successful answer may contain secrets of its own: a token, the cookie of a session, the codes of a cart.
  const head = () => answer.text.slice(0, answer.text.indexOf('\n\n')).replace(/^(set-cookie: )?connect\.sid=.*$/m, '')
  const text = answer.status < 300 ? head() : answer.text
  for (const { name, form, excerpt } of canaries.find(text, canaries.hiddenFrom(sent)))
    leaks.push(`${request.method} ${place}: ${name} ${form}: ${excerpt}`)
  return answer
}

const granted = (request: Anything, options = {}) =>
  send({ ...request, headers: { ...credentialsFor(request as Pick<Operation, 'path'>), ...request.headers } }, options)
const logIn = (actor: string, body: unknown, headers = {}) =>
  send({ method: 'POST', path: `/auth/${actor}/emailpass`, body, headers })
const eventsOf = (cart: string, messages: readonly string[]) =>
  messages.filter((message) => message.startsWith('evt.cart.') && message.includes(cart))
const untilReady = () => expect.poll(async () => (await system.http('GET', '/health/ready')).status).toBe(200)

async function collect(services: Parameters<typeof observe>[1]) {
  const seen = await observe(system, services)
  observed.metrics.push(...seen.metrics)
  observed.statistics.push(...seen.statistics)
  observed.messages.push(...seen.messages)
}

/** Requests that would normally succeed, with a secret in query string, body and headers. */
async function ordinaryRequests(): Promise<Anything[]> {
  const cart = await addCart(system)
  const cards = `/store/carts/${cart}/gift-cards`
  const requests = [
    { method: 'POST', path: '/auth/user/emailpass', body: { email: ADMIN_EMAIL, password: adminPassword } },
    { method: 'POST', path: '/store/carts', body: { items: [{ variant_id: ids.variant, quantity: 1 }] } },
    { method: 'POST', path: cards, body: { code: canaries.make('a code sent to nobody', { quotable: true }) } },
    { method: 'DELETE', path: cards, body: { code: canaries.make('another code sent to nobody', { quotable: true }) } },
    { method: 'POST', path: '/vendor/price-lists', body: { title: canaries.make('a title sent to nobody') } },
    { method: 'GET', path: '/vendor/members' },
    {
      method: 'GET',
      path: '/admin/orders/order_1',
      headers: { authorization: `Basic ${canaries.make('no key').replace(/^/, 'sk_')}` },
    },
  ]
  return requests.flatMap((request) => [
    { ...request, headers: { 'idempotency-key': canaries.make('the key of what nobody answers'), ...request.headers } },
    { ...request, path: withQuery(request.path, `fields=id&x=${system.tokens.admin}`) },
  ])
}

async function statusesOf(requests: readonly Anything[]) {
  return (await Promise.all(requests.map((request) => granted(request, { sent: textsOf(request.body) })))).map(
    ({ status }) => status,
  )
}

const textsOf = (body: unknown) => Object.values(body ?? {}).filter((value) => typeof value === 'string')
const linesOf = (requestId: string) => lines.filter((line) => line.includes(`"${requestId}"`))

/** Fails when a secret was found since the last time. */
const expectNoLeaks = () => expect(leaks.splice(0)).toEqual([])

describe('secrets are sent', () => {
  it.each(OFFERED.map((operation, nth) => [operation.name, operation, nth] as const))(
    'to %s, in every part of a request',
    async (name, operation, nth) => {
      const credentials = credentialsFor(operation)
      const requests = requestsWithSecrets({ operation, honest: honest[name]!, canaries, worthless, credentials }, nth)
      for (let at = 0; at < requests.length; at += AT_ONCE)
        await Promise.all(requests.slice(at, at + AT_ONCE).map((request) => send(request, request)))

      expect(requests.length).toBeGreaterThan(20)
      expectNoLeaks()
    },
  )

  it('at log-in, correct and wrong, with and without an idempotency key', async () => {
    const { facts, secrets } = system
    const people = [
      ['user', facts.admin.email, secrets.admin_password],
      ['user', ADMIN_EMAIL, adminPassword],
      ['seller', facts.seller.email, secrets.seller_password],
      ['customer', facts.customer.email, secrets.customer_password],
    ] as const
    for (const [actor, email, password] of people) {
      const key = canaries.make(`the idempotency key of a log-in of ${email}`)
      const wrong = canaries.make(`a wrong password of ${email}`)
      const right = await logIn(actor, { email, password }, { 'idempotency-key': key })
      watchToken(`a new token of ${email}`, /"token":"([^"]+)"/.exec(right.text)![1]!)
      const again = await logIn(actor, { email, password }, { 'idempotency-key': key })
      watchToken(`another token of ${email}`, /"token":"([^"]+)"/.exec(again.text)![1]!)
      const refused = [
        await logIn(actor, { email, password: wrong }, { 'idempotency-key': canaries.make('the key of a refused log-in') }),
        await logIn(actor, { email: wrong, password }),
        await logIn(actor, { email, password: wrong.repeat(30) }),
        await logIn('robot', { email, password: wrong }),
      ]
      expect([right, again, ...refused].map(({ status }) => status)).toEqual([200, 200, 401, 401, 400, 400])
    }
    expectNoLeaks()
  })

  it('at log-in as a number, which no error repeats', async () => {
    const password = 7_340_912_658_113
    canaries.watch('a password that is a number', String(password))
    const headers = { 'idempotency-key': canaries.make('the key of a log-in with a number') }

    const answer = await logIn('user', { email: system.facts.admin.email, password }, headers)

    expect(answer.status).toBe(401)
    expectNoLeaks()
  })

  it('as gift card codes: valid, unknown, expired, in another currency, repeated, and removed', async () => {
    const cart = await addCart(system)
    const path = `/store/carts/${cart}/gift-cards`
    const cards = [
      await addGiftCard(system, { value: 5, code: canaries.make('a good code', { quotable: true }) }),
      await addGiftCard(system, { expires_at: '2026-01-01T00:00:00.000Z', code: canaries.make('old', { quotable: true }) }),
      await addGiftCard(system, { currency_code: 'usd', code: canaries.make('a code in dollars', { quotable: true }) }),
      await addGiftCard(system, { value: 0, code: canaries.make('an empty code', { quotable: true }) }),
      canaries.make('an unknown code', { quotable: true }),
    ]
    const statuses: number[] = []
    for (const [method, code] of [
      ...cards.map((code) => ['POST', code] as const),
      ['POST', cards[0]!],
      ...cards.map((code) => ['DELETE', code] as const),
      ['DELETE', cards[0]!],
    ] as const) {
      const headers = { 'idempotency-key': canaries.make(`the key of ${method}`) }
      for (const _time of ['once', 'again'])
        statuses.push((await granted({ method, path, headers, body: { code } }, { sent: [code] })).status)
    }

    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expectNoLeaks()
  })

  it('as secret API keys, and to paths without an operation', async () => {
    const { secretKey, tokens, secrets } = system
    const basic = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
    for (const authorization of [basic, `Basic ${secretKey}`])
      expect((await send({ method: 'GET', path: `/admin/orders/${ids.order}`, headers: { authorization } })).status).toBe(200)

    const bearer = `Bearer ${tokens.admin}`
    const query = new URLSearchParams({ token: tokens.admin, key: secretKey, password: secrets.admin_password })
    const paths = [
      '/',
      '/ops',
      '/ops/metrics/gateway',
      '/ops/metrics/x/y',
      '/openapi.json',
      '/docs',
      '/health/ready',
      '/health/live',
    ]
    for (const path of [...paths, '/nowhere', '/auth', '/store', '/admin/nothing']) {
      for (const authorization of [basic, bearer, `Bearer ${secretKey}`]) {
        for (const method of ['GET', 'POST'])
          await send({
            method,
            path: withQuery(path, `${query}`),
            headers: { authorization },
            body: { password: secrets.admin_password },
          })
      }
    }
    for (const secret of [secretKey, tokens.admin, secrets.admin_password]) {
      const answer = await send({ method: 'GET', path: `/nowhere?${encodeURIComponent(secret)}=${encodeURIComponent(secret)}` })
      expect(answer.status).toBe(404)
    }
    expectNoLeaks()
  })

  it('in malformed HTTP', async () => {
    const secret = canaries.make('a secret in broken HTTP').replace(/[^\w]/g, '_')
    canaries.watch('a secret in broken HTTP, as sent', secret)
    const head = `host: x\r\nauthorization: Bearer ${secret}\r\n`
    const received = await Promise.all(
      [
        `GET /?token=${secret}\r\n\r\n`,
        `${secret} / HTTP/1.1\r\n${head}\r\n`,
        `GET /?token=${secret} HTTP/9.9\r\n${head}\r\n`,
        `GET /?token=${secret} HTTP/1.1\r\n${head}${secret}\r\n\r\n`,
        `GET /?token=${secret} HTTP/1.1\r\n${head}x: ${secret.repeat(500)}\r\n\r\n`,
        `GET /store/carts/1 HTTP/1.1\r\n${head}authorization: Bearer ${secret}\r\nconnection: close\r\n\r\n`,
        `POST /auth/user/emailpass HTTP/1.1\r\n${head}content-length: x${secret}\r\n\r\n`,
        `POST /auth/user/emailpass HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\n${secret}\r\n`,
        `POST /auth/user/emailpass HTTP/1.1\r\n${head}expect: ${secret}\r\nconnection: close\r\n\r\n`,
        `CONNECT ${secret}:443 HTTP/1.1\r\n${head}\r\n`,
      ].map((bytes) => sendBytes(system.url, bytes)),
    )

    expect(received.filter((text) => /^HTTP\/1.1 4\d\d/.test(text)).length).toBeGreaterThanOrEqual(8)
    expect(received.flatMap((text) => canaries.find(text, canaries.hiddenFrom([])))).toEqual([])
  })

  it.each(Object.entries(DAMAGES))('in a request that is answered 500 because of %s', async (name, damage) => {
    const { name: operation, request, repair } = await damage(system, canaries)
    const request_id = `damage-${name.replaceAll(' ', '-')}`

    const { status, text } = await granted(
      { ...request, headers: { 'request-id': request_id, ...request.headers } },
      { place: name },
    )

    await repair?.()
    expect(status, text).toBe(500)
    const failed = linesOf(request_id).map((line) => JSON.parse(line))
    expect(failed).toContainEqual(
      expect.objectContaining({
        level: 50,
        operation,
        status: 500,
        err: expect.objectContaining({ type: expect.any(String), stack: expect.any(String) }),
      }),
    )
    expectNoLeaks()
  })

  it('in honest requests, whose traces must be found', async () => {
    const cart = await addCart(system)
    const body = { variant_id: ids.variant, quantity: 1 }
    const headers = { 'request-id': CONTROL }
    const { status } = await granted({ method: 'POST', path: `/store/carts/${cart}/line-items`, body, headers })

    expect(status).toBe(200)
    await expect.poll(async () => eventsOf(cart, (await observe(system, [])).messages).length).toBeGreaterThanOrEqual(2)
    await collect(['pricing', 'cart', 'orders', 'sellers'])
    expect(eventsOf(cart, observed.messages)).not.toEqual([])
    expectNoLeaks()
  })

  it('while MongoDB is unavailable', async () => {
    const requests = await ordinaryRequests()
    await infra.mongodb!.kill()
    try {
      expect(await statusesOf(requests)).toContain(503)
    } finally {
      await infra.mongodb!.start()
      await untilReady()
    }
    expectNoLeaks()
  })

  it('while NATS is unavailable', async () => {
    const requests = await ordinaryRequests()
    await infra.nats!.kill()
    try {
      expect(await statusesOf(requests)).toContain(503)
    } finally {
      await infra.nats!.start()
      await untilReady()
    }
    expectNoLeaks()
  })

  it('while services are unavailable', async () => {
    const requests = await ordinaryRequests()
    await Promise.all([system.pricing.stop(), system.sellers.stop()])

    expect(await statusesOf(requests)).toContain(503)

    await collect(['cart', 'orders'])
    kept = await keptAnswers(system)
    expectNoLeaks()
  })

  it('to separate processes in their configuration, which makes some of them exit', async () => {
    await stopSystem()
    const common = { NATS_URL: infra.nats_url, MONGODB_URL: infra.mongodb_url, MONGODB_PREFIX: 'alone', LOG_LEVEL: 'trace' }
    const secret = (name: string) => canaries.watch(name, canaries.make(name).replace(/[^\w]/g, '_'))
    const { host } = new URL(infra.mongodb_url)
    const endsWith = async (service: string, env: Record<string, string>, code: number) => {
      const child = await startProcess(service, { ...common, ...env })
      expect(await child.exitCode(), child.output()).toBe(code)
      outputs.push(child.output())
    }

    await Promise.all([
      endsWith('sellers', { AUTH_SIGNING_KEY: secret('a malformed signing key') }, 1),
      endsWith(
        'sellers',
        { AUTH_SIGNING_KEY: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: '!', d: secret('a truncated signing key') }) },
        1,
      ),
      endsWith('sellers', { AUTH_SIGNING_KEY: signingKey, ADMIN_EMAIL: secret('not an e-mail'), ADMIN_PASSWORD: 'Kq7Zx' }, 78),
      endsWith('orders', { NATS_URL: `nats://me:${secret('a password of NATS')}@127.0.0.1:999999` }, 78),
      endsWith('pricing', { MONGODB_URL: `mongodb://me:${secret('a password of MongoDB')}@${host}:x/` }, 78),
    ])
    const stranger = await startProcess('pricing', {
      ...common,
      MONGODB_URL: `mongodb://me:${secret('a wrong password')}@${host}/`,
    })
    await stranger.says(/not reachable/)
    const sellers = await startProcess('sellers', {
      ...common,
      AUTH_SIGNING_KEY: signingKey,
      ADMIN_EMAIL,
      ADMIN_PASSWORD: adminPassword,
    })
    await sellers.says(/"msg":"ready"/)
    for (const child of [stranger, sellers]) {
      await child.stop()
      outputs.push(child.output())
    }
  })
})

/** Only the event of a member invite contains its token: a JWT, parts of which look the same in all tokens. */
const withoutInviteToken = (message: string) =>
  message.startsWith('evt.sellers.member-invite.created') ? message.replace(/"token":"[^"]+"/, '') : message

describe('afterwards no secret is found', () => {
  const find = (texts: readonly string[]) => texts.flatMap((text) => canaries.find(text))

  it('in an error', () => {
    expectNoLeaks()
    expect(answers.length).toBeGreaterThan(OFFERED.length * 20)
    const statuses = new Set(answers.map(({ status }) => status))
    for (const status of [200, 201, 400, 401, 404, 405, 413, 415, 500, 503]) expect(statuses).toContain(status)
  })

  it('in a log line', () => {
    for (const op of kept!.op_ids) canaries.watch('an op-id', op)
    expect(lines.length).toBeGreaterThan(answers.length)
    const services = new Set(linesOf(CONTROL).map((line) => JSON.parse(line).service)) // one may have been called twice
    expect([...services].sort()).toEqual(['cart', 'gateway', 'pricing'])
    expect(find(lines)).toEqual([])
  })

  it('in the output of processes', () => {
    expect(outputs).toHaveLength(7)
    expect(outputs.every((output) => output.length > 20)).toBe(true)
    expect(find(outputs)).toEqual([])
  })

  it('in a metric', () => {
    const { metrics } = observed
    expect(metrics).toHaveLength(5 + 3)
    for (const text of metrics) expect(text).toMatch(/souk_request_duration_seconds_count\{.+\} \d/)
    expect(metrics.join()).toContain('operation="POST /auth/:actor_type/emailpass",status="401"')
    expect(find(metrics)).toEqual([])
  })

  it('in an event, or anything else stored on the bus', () => {
    const { messages } = observed
    expect(messages.filter((message) => message.startsWith('evt.')).length).toBeGreaterThan(100)
    expect(messages.filter((message) => message.startsWith('$KV.access.')).length).toBeGreaterThan(1)
    expect(find(messages.map(withoutInviteToken))).toEqual([])
  })

  it('in the statistics of services', () => {
    const { statistics } = observed
    expect(statistics.filter((text) => text.includes('"num_requests"')).length).toBeGreaterThanOrEqual(4 + 2)
    expect(find(statistics)).toEqual([])
  })

  it('in answers stored for repeats, unless the answer itself contained it', () => {
    expect(kept!.texts.length).toBeGreaterThan(20)
    expect(kept!.texts.join()).toContain('Gift card (')
    expect(kept!.texts.flatMap((text) => canaries.find(text, ({ quotable, name }) => !quotable && name !== 'an op-id'))).toEqual(
      [],
    )
  })
})

describe('the search itself', () => {
  it('finds a secret in every form, and nothing in other texts', () => {
    const own = createCanaries()
    const secret = own.make('a secret')
    const bytes = Buffer.from(secret)
    const texts = [
      secret,
      JSON.stringify({ body: JSON.stringify({ password: secret }) }),
      `/x?token=${encodeURIComponent(secret)}`,
      new URLSearchParams({ secret }).toString(),
      Buffer.from(`a${secret}:`).toString('base64'),
      Buffer.from(`ab${secret}:`).toString('base64url'),
      bytes.toString('hex'),
      JSON.stringify(bytes),
      JSON.stringify(new Uint8Array(bytes)),
      `… ${secret.slice(3, 17)} …`,
    ]
    for (const text of texts) expect(own.find(text), text).not.toEqual([])
    for (const [, form] of formsOf(secret)) expect(own.find(`a line with ${form}`)).not.toEqual([])
    expect(own.find('{"level":30,"service":"cart","operation":"log-in","request_id":"req_1"}')).toEqual([])
  })
})
