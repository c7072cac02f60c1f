import { logIn, PASSWORD_RESET, refreshToken, register, resetPassword, unavailable, updatePassword } from '@souk/contracts'
import { mintOpId, type PublishedEvent } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, someoneRegistered } from '../../../test/people.ts'
import { enableFactor } from '../../../test/second-factor.ts'
import { startSellers } from '../../../test/service.ts'
import { holderOf } from '../../../test/sessions.ts'
import { accessEntries } from '../../background/keep-access-in-sync.ts'

let service: Awaited<ReturnType<typeof startSellers>>
const told: PublishedEvent[] = []

beforeAll(async () => {
  service = await startSellers()
  service.bus.nc.subscribe('evt.sellers.auth.password-reset', {
    callback: (_error, { data }) => void told.push(JSON.parse(new TextDecoder().decode(data)) as PublishedEvent),
  })
})
afterAll(() => service.stop())

const params = { actor_type: 'user', auth_provider: 'emailpass' } as const
const ask = (identifier: string, body: object = {}, options: object = {}) =>
  service.send(resetPassword, { params, body: { identifier, ...body }, ...options })
/** The tokens sent to this e-mail, once there are that many. */
const tokensFor = (email: string, count = 1) =>
  vi.waitFor(() => {
    const tokens = [...new Set(told.filter(({ ids }) => ids.entity_id === email).map(({ ids }) => ids.token!))]
    if (tokens.length < count) throw new Error(`${tokens.length} of ${count} tokens`)
    return tokens
  })
const set = (token: string, password: string, options: object = {}) =>
  service.send(updatePassword, { params: { actor_type: 'user' }, body: { password }, actor: holderOf(token), ...options })
const enter = async (email: string, password: string) =>
  (await service.send(logIn, { params: { actor_type: 'user' }, body: { email, password } })).status
const tokenOf = async (email: string, password: string) =>
  (await service.call(logIn, { params: { actor_type: 'user' }, body: { email, password } })).token
const INVALID = [401, 'unauthorized', 'Invalid token']

describe('reset-password', () => {
  it('answers alike for everybody, and sends a token only to a known e-mail', async () => {
    const { email, actor } = await someoneRegistered(service)
    const known = await ask(email.toUpperCase(), { metadata: { page: 'shop' } })
    const unknown = await ask('nobody@example.com')
    const other = await service.send(resetPassword, {
      params: { actor_type: 'user', auth_provider: 'none' },
      body: { identifier: email },
    })
    for (const answer of [known, unknown, other]) expect(answer).toMatchObject({ status: 201, text: '{}', etag: undefined })

    const [token] = await tokensFor(email)
    expect(decodeJwt(token!)).toMatchObject({
      actor_type: PASSWORD_RESET,
      actor_id: '',
      auth_identity_id: actor.identity_id,
      entity_id: email,
      provider: 'emailpass',
    })
    const { exp = 0, iat = 0 } = decodeJwt(token!)
    expect(exp - iat).toBe(900)
    expect(told.filter(({ ids }) => ids.entity_id === email)).toMatchObject([
      { type: 'auth.password-reset', ids: { actor_type: 'user', metadata: '{"page":"shop"}' } },
    ])
    expect(told.filter(({ ids }) => ids.entity_id === 'nobody@example.com')).toEqual([])
    const stored = await service.db.collection('password_resets').find({}).toArray()
    expect(JSON.stringify(stored.map(({ outbox: _, ...rest }) => rest))).not.toContain(decodeJwt(token!).jti)
  })

  it('reads as much for an unknown e-mail as for an account’s, so that the time it takes reveals nothing', async () => {
    const { email, actor } = await someoneRegistered(service)
    const now = new Date().toISOString()
    await service.deps.identities.claim(actor.identity_id, `user_${actor.identity_id}`, now, Date.now() + 30_000)
    const { revocations, users } = service.deps
    const readsFor = async (identifier: string) => {
      const reads = [vi.spyOn(revocations, 'findLive'), vi.spyOn(users, 'find')]
      await ask(identifier)
      const counts = reads.map(({ mock }) => mock.calls.length)
      for (const one of reads) one.mockRestore()
      return counts
    }
    expect(await readsFor(email)).toEqual([1, 1])
    expect(await readsFor('nobody-at-all@example.com')).toEqual([1, 1])
  })

  it('rejects a missing identifier and unknown fields', async () => {
    const refused = await service.send(resetPassword, { params, body: {} })
    expect(refusal(refused)).toEqual([400, 'invalid_data', "Invalid request: Field 'identifier' is required"])
    expect((await ask('a@example.com', { foo: 1 })).status).toBe(400)
  })

  it('sends the same token for every attempt of a request', async () => {
    const { email } = await someoneRegistered(service)
    const op_id = mintOpId(Date.now())
    await Promise.all([1, 2, 3].map(() => ask(email, {}, { op_id, ...patient() })))
    const [token] = await tokensFor(email)
    expect((await set(token!, 'another one')).status).toBe(200)
    expect(await tokensFor(email)).toHaveLength(1)
  })
})

it('at most five tokens are sent within an hour, even for concurrent requests; the first one stays valid', async () => {
  const { email, actor } = await someoneRegistered(service)
  await ask(email)
  const [first] = await tokensFor(email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(email, {}, patient())))
  for (const answer of [...answers, await ask(email)]) expect(answer).toMatchObject({ status: 201, text: '{}' })
  expect(await tokensFor(email, 5)).toHaveLength(5)
  const { identity_id } = actor
  expect(await service.db.collection('password_resets').countDocuments({ identity_id })).toBe(5)
  expect((await set(first!, 'new password')).status).toBe(200)
  expect(await tokensFor(email, 5)).toHaveLength(5)
})

describe('update-password', () => {
  it('sets the password once, and logs out everywhere', async () => {
    const { email, actor } = await someoneRegistered(service)
    await ask(email)
    const [token] = await tokensFor(email)
    expect(await set(token!, 'new password')).toMatchObject({ status: 200, body: { success: true } })

    expect([await enter(email, PASSWORD), await enter(email, 'new password')]).toEqual([401, 200])
    expect(refusal(await set(token!, 'of an attacker'))).toEqual(INVALID)
    expect([await enter(email, 'of an attacker'), await enter(email, 'new password')]).toEqual([401, 200])
    expect((await accessEntries(service.deps)).get(`since.${actor.identity_id}`)).toMatchObject({ iat: expect.any(Number) })
    expect((await service.send(refreshToken, { actor })).status).toBe(401)
  })

  it('leaves the second factor of an account, and removes that of an unfinished registration', async () => {
    const reset = async (isAccount: boolean) => {
      const { email, actor } = await someoneRegistered(service)
      await enableFactor(service, actor)
      const { identity_id } = actor
      const now = new Date().toISOString()
      if (isAccount) await service.deps.identities.claim(identity_id, `user_${identity_id}`, now, Date.now() + 30_000)
      await ask(email)
      const [token] = await tokensFor(email)
      expect((await set(token!, 'new password')).status).toBe(200)
      return service.db.collection('mfa_factors').countDocuments({ identity_id })
    }

    expect([await reset(true), await reset(false)]).toEqual([1, 0])
  })

  it('voids earlier tokens before it changes the password', async () => {
    const { email, actor } = await someoneRegistered(service)
    await ask(email)
    const [token] = await tokensFor(email)
    const setPassword = vi.spyOn(service.deps.identities, 'setPassword').mockRejectedValueOnce(new Error('cut'))
    expect((await set(token!, 'new password')).status).toBe(500)
    setPassword.mockRestore()
    expect((await accessEntries(service.deps)).has(`since.${actor.identity_id}`)).toBe(true)
  })

  it('changes the password even while gateways cannot be told, and says that the outcome is unknown', async () => {
    const { email, actor } = await someoneRegistered(service)
    await enableFactor(service, actor)
    await ask(email)
    const [token] = await tokensFor(email)
    const writing = vi.spyOn(service.deps.access, 'write').mockRejectedValue(new Error('the bucket is away'))
    const op_id = mintOpId(Date.now())
    expect(await set(token!, 'new password', { op_id, tries: 1 })).toMatchObject({
      status: 504,
      body: { code: 'outcome_unknown' },
    })
    writing.mockRestore()
    expect([await enter(email, PASSWORD), await enter(email, 'new password')]).toEqual([401, 200])
    const { identity_id } = actor
    await expect.poll(() => service.db.collection('mfa_factors').countDocuments({ identity_id })).toBe(0)
    expect((await accessEntries(service.deps)).has(`since.${identity_id}`)).toBe(true)
    expect((await service.send(refreshToken, { actor })).status).toBe(401)
    expect((await set(token!, 'new password', { op_id })).status).toBe(200)
    expect(refusal(await set(token!, 'of an attacker'))).toEqual(INVALID)
  })

  it('never says that nothing was written once the token is used', async () => {
    const { email } = await someoneRegistered(service)
    await ask(email)
    const [token] = await tokensFor(email)
    const setting = vi.spyOn(service.deps.identities, 'setPassword').mockRejectedValue(unavailable())
    expect(await set(token!, 'new password', { tries: 1 })).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
    setting.mockRestore()
  })

  it('voids a token that was issued for the old password in the same second, before it changed', async () => {
    const { email } = await someoneRegistered(service)
    await ask(email)
    const [token] = await tokensFor(email)
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 + 200 })
    const { setPassword } = service.deps.identities
    const stolen: string[] = []
    const setting = vi.spyOn(service.deps.identities, 'setPassword').mockImplementationOnce(async (...args) => {
      stolen.push(await tokenOf(email, PASSWORD))
      return setPassword(...args)
    })
    expect((await set(token!, 'new password')).status).toBe(200)
    const fresh = await tokenOf(email, 'new password')
    const ahead_s = decodeJwt(fresh).iat! - Math.floor(Date.now() / 1000)
    vi.useRealTimers()
    setting.mockRestore()

    const refreshed = async (one: string) => (await service.send(refreshToken, { actor: holderOf(one) })).status
    expect([await refreshed(stolen[0]!), await refreshed(fresh)]).toEqual([401, 200])
    expect(ahead_s).toBeLessThanOrEqual(2) // gateways accept five
  })

  it.each([
    ['log-in', logIn],
    ['registration', register],
  ])('refuses the old password of a %s that read it before the change, and the revocations after', async (_case, operation) => {
    const { email } = await someoneRegistered(service)
    await ask(email)
    const [token] = await tokensFor(email)
    const { findLive } = service.deps.revocations
    const reading = vi.spyOn(service.deps.revocations, 'findLive').mockImplementationOnce(async (...args) => {
      expect((await set(token!, 'new password')).status).toBe(200)
      return findLive(...args)
    })
    const late = await service.send(operation, {
      params: { actor_type: 'user' },
      body: { email, password: PASSWORD },
      ...patient(),
    })
    reading.mockRestore()

    expect(late).toMatchObject({ status: 401, failed_guess: true })
    expect(await enter(email, 'new password')).toBe(200)
  })

  it('accepts any of the tokens sent, and none of them once one was used', async () => {
    const { email } = await someoneRegistered(service)
    await ask(email)
    const [first] = await tokensFor(email)
    await ask(email)
    const second = (await tokensFor(email, 2)).find((token) => token !== first)!
    expect((await set(first!, 'new password')).status).toBe(200)
    expect(refusal(await set(second, 'of an attacker'))).toEqual(INVALID)
    expect(await enter(email, 'new password')).toBe(200)

    await ask(email)
    const third = (await tokensFor(email, 3)).find((token) => token !== first && token !== second)!
    expect((await set(third, 'newest password')).status).toBe(200)
  })

  it('rejects tokens of another kind or another actor type, and expired ones', async () => {
    const { email, actor } = await someoneRegistered(service)
    const update = (options: object) =>
      service.send(updatePassword, { params: { actor_type: 'user' }, body: { password: 'x' }, ...options })
    expect(refusal(await update({ actor }))).toEqual(INVALID)
    await ask(email)
    const [token] = await tokensFor(email)
    expect(refusal(await set(token!, 'x', { params: { actor_type: 'customer' } }))).toEqual(INVALID)
    expect(refusal(await update({ actor: { ...holderOf(token!), token_id: 'guessed' } }))).toEqual(INVALID)
    expect(refusal(await update({ actor: { ...holderOf(token!), identity_id: 'authid_none' } }))).toEqual(INVALID)
    expect((await update({ actor: holderOf(token!), body: {} })).status).toBe(400)
    await service.db.collection('password_resets').updateMany({}, { $set: { expires_at: new Date(0) } })
    expect(refusal(await set(token!, 'x'))).toEqual(INVALID)
    expect(await enter(email, PASSWORD)).toBe(200)
  })

  it('changes only the password, whatever e-mail is sent along', async () => {
    const { email } = await someoneRegistered(service)
    await ask(email)
    const [token] = await tokensFor(email)
    expect((await set(token!, 'new', { body: { password: 'new', email: 'other@example.com' } })).status).toBe(200)
    expect([await enter('other@example.com', 'new'), await enter(email, 'new')]).toEqual([401, 200])
  })

  it('accepts only one of many concurrent passwords, however often each is retried', async () => {
    const { email } = await someoneRegistered(service)
    await ask(email)
    const [token] = await tokensFor(email)
    const requests = ['a', 'b', 'c'].map((name) => ({ password: `password ${name}`, op_id: mintOpId(Date.now()) }))
    const answers = await Promise.all(
      [...requests, ...requests].map(async ({ password, op_id }) => ({
        password,
        status: (await set(token!, password, { op_id, ...patient() })).status,
      })),
    )
    const taken = new Set(answers.filter(({ status }) => status === 200).map(({ password }) => password))
    expect(taken.size).toBe(1)
    for (const { password } of requests) expect(await enter(email, password)).toBe(taken.has(password) ? 200 : 401)
  })
})
