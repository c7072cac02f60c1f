import { type Access, accessOf, type Operation } from '@souk/contracts'
import { describe, it } from 'vitest'
import { createTokenSigner } from '../../services/sellers/src/credentials/tokens.ts'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { newSecrets } from '../../tools/start/secrets.ts'
import { expectRefusal, type Refusal } from './expect-refusal.ts'
import { addApiKey, addSeller, tokenOf } from './records.ts'
import type { System } from './system.ts'

const UNAUTHORIZED: Refusal = { status: 401, type: 'unauthorized', message: 'Unauthorized' }
const NO_KEY: Refusal = {
  status: 400,
  type: 'not_allowed',
  message:
    'Publishable API key required in the request header: x-publishable-api-key. You can manage your keys in settings in the dashboard.',
}
const BAD_KEY: Refusal = {
  status: 400,
  type: 'not_allowed',
  message: 'A valid publishable key is required to proceed with the request',
}
const NOT_ACTIVE: Refusal = { status: 403, type: 'not_allowed', message: 'Seller is not active' }
const KEY_AS_BEARER: Refusal = {
  status: 401,
  type: 'unauthorized',
  message: /^A secret API key was passed as a Bearer token\./,
}

type Headers = Record<string, string>
type Case = [name: string, refusal: Refusal, headers: (system: System) => Headers | Promise<Headers>]

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const basic = (key: string): Headers => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` })
const withPart = (token: string, index: number, change: (part: string) => string) =>
  token
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.')
const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
const otherByte = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1)

/** Tokens that look valid and are not; `good` is a token that would be accepted. */
const forgeries = (good: (system: System) => string): Case[] => [
  ['a token with a changed signature', UNAUTHORIZED, (s) => bearer(withPart(good(s), 2, otherByte))],
  ['a token without its signature', UNAUTHORIZED, (s) => bearer(withPart(good(s), 2, () => ''))],
  [
    'a token with changed claims',
    UNAUTHORIZED,
    (s) => bearer(withPart(good(s), 1, (part) => json({ ...claims(part), actor_id: 'x' }))),
  ],
  [
    'a token with the algorithm none',
    UNAUTHORIZED,
    (s) => bearer(withPart(good(s), 0, (part) => json({ ...claims(part), alg: 'none' }))),
  ],
  [
    'a token with another algorithm',
    UNAUTHORIZED,
    (s) => bearer(withPart(good(s), 0, (part) => json({ ...claims(part), alg: 'HS256' }))),
  ],
  [
    'a token signed with an unknown key',
    UNAUTHORIZED,
    async (s) => bearer(await signed(s, { signing_key: newSecrets().signing_key })),
  ],
  ['an expired token', UNAUTHORIZED, async (s) => bearer(await signed(s, { ttl_s: -60 }))],
  ['a token from another issuer', UNAUTHORIZED, async (s) => bearer(await signed(s, { issuer: 'elsewhere' }))],
  ['a truncated token', UNAUTHORIZED, (s) => bearer(good(s).slice(0, 40))],
  ['a token with only two parts', UNAUTHORIZED, (s) => bearer(good(s).split('.').slice(0, 2).join('.'))],
  ['a token of 10 KiB', UNAUTHORIZED, () => bearer('a'.repeat(10_240))],
]

async function signed({ secrets, tokens }: System, { signing_key = secrets.signing_key, issuer = 'souk', ttl_s = 60 }) {
  const signer = await createTokenSigner({ signingKey: JSON.stringify(signing_key), issuer, ttl_s })
  return signer.sign(claims(tokens.seller.split('.')[1]!) as Record<string, unknown>)
}

const COMMON: Case[] = [
  ['no credentials', UNAUTHORIZED, () => ({})],
  ['an empty Authorization header', UNAUTHORIZED, () => ({ authorization: '' })],
  ['Bearer without a token', UNAUTHORIZED, () => ({ authorization: 'Bearer' })],
  ['a malformed token', UNAUTHORIZED, () => bearer('nonsense')],
  ['a token without the Bearer scheme', UNAUTHORIZED, ({ tokens }) => ({ authorization: tokens.admin })],
  ["a customer's token", UNAUTHORIZED, ({ tokens }) => bearer(tokens.customer)],
  ['only a publishable key', UNAUTHORIZED, ({ secrets }) => ({ 'x-publishable-api-key': secrets.publishable_key })],
  ['a publishable key as a bearer token', UNAUTHORIZED, ({ secrets }) => bearer(secrets.publishable_key)],
]

const CASES: Partial<Record<Access, Case[]>> = {
  vendor: [
    ...COMMON,
    ...forgeries(({ tokens }) => tokens.seller),
    ["an administrator's token", UNAUTHORIZED, ({ tokens }) => bearer(tokens.admin)],
    ['a secret key', UNAUTHORIZED, ({ secretKey }) => basic(secretKey)],
    [
      'a token of a deleted member',
      UNAUTHORIZED,
      async (s) => bearer((await addSeller(s, { member_deleted_at: SEEDED_AT })).token),
    ],
    [
      'a token of a seller who is not approved yet',
      NOT_ACTIVE,
      async (s) => bearer(await tokenOf(s, { actor_type: 'seller', actor_id: '' })),
    ],
  ],
  admin: [
    ...COMMON,
    ...forgeries(({ tokens }) => tokens.admin),
    ["a seller's token", UNAUTHORIZED, ({ tokens }) => bearer(tokens.seller)],
    ['a token without an actor', UNAUTHORIZED, async (s) => bearer(await tokenOf(s, { actor_type: 'user', actor_id: '' }))],
    ['a secret key as a bearer token', KEY_AS_BEARER, ({ secretKey }) => bearer(secretKey)],
    ['an unknown secret key', UNAUTHORIZED, () => basic(`sk_${'0'.repeat(64)}`)],
    ['a revoked secret key', UNAUTHORIZED, async (s) => basic(await addApiKey(s, { type: 'secret', revoked_at: SEEDED_AT }))],
    ['a publishable key as a secret key', UNAUTHORIZED, ({ secrets }) => basic(secrets.publishable_key)],
    ['a password as a secret key', UNAUTHORIZED, ({ secrets }) => basic(secrets.admin_password)],
    ['Basic without credentials', UNAUTHORIZED, () => ({ authorization: 'Basic ' })],
  ],
  identity: [
    ...COMMON.filter(([name]) => name !== "a customer's token"),
    ...forgeries(({ tokens }) => tokens.admin),
    ['a secret key', UNAUTHORIZED, ({ secretKey }) => basic(secretKey)],
    ['a secret key as a bearer token', UNAUTHORIZED, ({ secretKey }) => bearer(secretKey)],
    ['an invalid session cookie', UNAUTHORIZED, () => ({ cookie: 'connect.sid=s%3Aabc.def' })],
  ],
  store: [
    ['no publishable key', NO_KEY, () => ({})],
    ['an empty publishable key', NO_KEY, () => ({ 'x-publishable-api-key': '' })],
    ['a blank publishable key', NO_KEY, () => ({ 'x-publishable-api-key': '   ' })],
    ["an administrator's token instead of a key", NO_KEY, ({ tokens }) => bearer(tokens.admin)],
    ["a seller's token instead of a key", NO_KEY, ({ tokens }) => bearer(tokens.seller)],
    ["a customer's token instead of a key", NO_KEY, ({ tokens }) => bearer(tokens.customer)],
    ['a malformed publishable key', BAD_KEY, () => ({ 'x-publishable-api-key': 'pk_bad' })],
    ['an unknown publishable key', BAD_KEY, () => ({ 'x-publishable-api-key': `pk_${'0'.repeat(64)}` })],
    ['a revoked publishable key', BAD_KEY, ({ secrets }) => ({ 'x-publishable-api-key': secrets.revoked_publishable_key })],
    ['a secret key as the publishable key', BAD_KEY, ({ secretKey }) => ({ 'x-publishable-api-key': secretKey })],
    ['the id of a publishable key', BAD_KEY, () => ({ 'x-publishable-api-key': ids.publishable_key })],
    ['a publishable key of 10 KiB', BAD_KEY, () => ({ 'x-publishable-api-key': 'k'.repeat(10_240) })],
    [
      'a publishable key in upper case',
      BAD_KEY,
      ({ secrets }) => ({ 'x-publishable-api-key': secrets.publishable_key.toUpperCase() }),
    ],
  ],
}

/** Below `/store` the key is checked before the token. */
const keyFor = ({ path, tokenIn }: Operation, { secrets }: System): Headers =>
  tokenIn && path?.startsWith('/store/') ? { 'x-publishable-api-key': secrets.publishable_key } : {}

interface Target {
  path: string
  body?: unknown
}

/** Registers a test for each credential that must be rejected. The rejection comes before any other check. */
export function itRefusesBadCredentials(operation: Operation, system: () => System, target: () => Target) {
  const access = accessOf(operation)
  describe(`rejects bad credentials on ${operation.method} ${operation.path}`, () => {
    it.each(CASES[access] ?? [])('%s', async (_name, usual, headers) => {
      const refusal = usual === UNAUTHORIZED ? { ...usual, message: operation.unauthorized ?? usual.message } : usual
      const { path, body } = target()
      const options = {
        as: 'anonymous',
        key: false,
        headers: { ...keyFor(operation, system()), ...(await headers(system())) },
      } as const

      const answer = await system().http(operation.method!, path, { ...options, body })

      expectRefusal(answer, refusal)
      const nonsense = await system().http(operation.method!, path, { ...options, ...(body !== undefined && { body: '{' }) })
      expectRefusal(nonsense, refusal)
    })
  })
}
