import {
  type Actor,
  createMfaFactor,
  createMfaRecoveryCodes,
  deleteMfaFactor,
  listMfaFactors,
  revokeAccess,
  verifyMfaFactor,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someoneRegistered } from '../../../test/people.ts'
import { codeFor, enableFactor, forgetTakenCodes, someoneWithFactor, wrongCodeFor } from '../../../test/second-factor.ts'
import { startSellers } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
})
afterAll(() => service.stop())

const NEW = { provider: 'totp', label: 'Authenticator app' }
const WRONG = [400, 'invalid_data', 'Invalid MFA code']
const UNAUTHORIZED = [401, 'unauthorized', 'Unauthorized']
const gone = (id: string) => [404, 'not_found', `MFA factor with id: ${id} was not found`]

const list = async (actor: Actor) => (await service.call(listMfaFactors, { actor })).mfa_factors
const begin = (actor: Actor, body: object = NEW, options = {}) => service.send(createMfaFactor, { actor, body, ...options })
const enable = (actor: Actor, id: string, code: string, options = {}) =>
  service.send(verifyMfaFactor, { actor, params: { id }, body: { code }, ...options })
const disable = (actor: Actor, id: string, body: object = {}, options = {}) =>
  service.send(deleteMfaFactor, { actor, params: { id }, body, ...options })
const generate = (actor: Actor, body: object = {}, options = {}) =>
  service.send(createMfaRecoveryCodes, { actor, body, ...options })
const stored = (identity_id: string) => service.db.collection('mfa_factors').find({ identity_id }).toArray()
/** As if the factor had been enabled some time ago. */
const enabledEarlier = (identity_id: string, ms: number) =>
  service.db
    .collection('mfa_factors')
    .updateOne({ identity_id }, { $set: { enabled_at: new Date(Date.now() - ms).toISOString() } })

describe('create-mfa-factor', () => {
  it('answers a pending factor with its secret, which no later answer shows', async () => {
    const { email, actor } = await someoneRegistered(service)
    expect(await list(actor)).toEqual([])

    const { status, body } = await begin(actor, { ...NEW, metadata: { where: 'phone' } })

    expect(status).toBe(200)
    const factor = {
      id: expect.stringMatching(/^authmfa_/),
      auth_identity_id: actor.identity_id,
      provider: 'totp',
      status: 'pending',
      label: 'Authenticator app',
      metadata: { where: 'phone' },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    }
    expect(body.mfa_factor).toEqual(factor)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(body.otpauth_url)
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', 'totp', `/Souk:${email}`])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: body.secret,
      issuer: 'Souk',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(await list(actor)).toEqual([factor])
  })

  it('replaces a pending factor, whose code then enables nothing', async () => {
    const { actor } = await someoneRegistered(service)
    const [first, second] = [(await begin(actor)).body, (await begin(actor)).body]

    expect(second.secret).not.toBe(first.secret)
    expect((await list(actor)).map(({ id }) => id)).toEqual([second.mfa_factor.id])
    expect(refusal(await enable(actor, first.mfa_factor.id, codeFor(first.secret)))).toEqual(gone(first.mfa_factor.id))
    expect(refusal(await enable(actor, second.mfa_factor.id, codeFor(first.secret)))).toEqual(WRONG)
    expect(await stored(actor.identity_id)).toHaveLength(1)
  })

  it('is refused while a factor is enabled, and for other providers', async () => {
    const { actor } = await someoneWithFactor(service)
    expect(refusal(await begin(actor))).toEqual([400, 'invalid_data', 'MFA is already enabled'])
    const { actor: other } = await someoneRegistered(service)
    expect(refusal(await begin(other, { provider: 'sms' }))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Expected: 'totp' for field 'provider', but got: 'string'",
    ])
    expect(refusal(await begin(other, {}))).toEqual([400, 'invalid_data', "Invalid request: Field 'provider' is required"])
  })

  it('answers one secret for every attempt of a request, and leaves one factor after many requests', async () => {
    const { actor } = await someoneRegistered(service)
    const op_id = mintOpId(Date.now())
    const attempts = await Promise.all([1, 2, 3].map(() => begin(actor, NEW, { op_id, ...patient() })))
    expect(new Set(attempts.map(({ body }) => body.secret)).size).toBe(1)

    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(actor, NEW, patient())))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const [left, ...more] = await stored(actor.identity_id)
    expect(more).toEqual([])
    expect(answers.map(({ body }) => body.secret)).toContain(left!.secret)
  })
})

describe('verify-mfa-factor', () => {
  it('enables the factor with a code of the app, once', async () => {
    const { actor } = await someoneRegistered(service)
    const { mfa_factor, secret } = (await begin(actor)).body
    const { id } = mfa_factor

    const wrong = await enable(actor, id, wrongCodeFor(secret))
    expect([...refusal(wrong), wrong.failed_guess]).toEqual([...WRONG, true])
    expect((await list(actor))[0]).toMatchObject({ status: 'pending' })

    const { status, body } = await enable(actor, id, codeFor(secret))
    expect({ status, body }).toEqual({
      status: 200,
      body: { mfa_factor: { ...mfa_factor, status: 'enabled', updated_at: expect.any(String) } },
    })
    expect(refusal(await enable(actor, id, codeFor(secret, 1)))).toEqual([400, 'not_allowed', 'MFA factor is already enabled'])
    expect((await list(actor))[0]).toMatchObject({ status: 'enabled' })
  })

  it('answers every attempt of a request alike', async () => {
    const { actor } = await someoneRegistered(service)
    const { mfa_factor, secret } = (await begin(actor)).body
    const options = { op_id: mintOpId(Date.now()), ...patient() }
    const code = codeFor(secret)
    const answers = [await enable(actor, mfa_factor.id, code, options), await enable(actor, mfa_factor.id, code, options)]
    answers.push(await enable(actor, mfa_factor.id, codeFor(secret, -3), options)) // as if its time had passed meanwhile
    expect(answers.map(({ status, body }) => [status, body.mfa_factor?.status])).toEqual(answers.map(() => [200, 'enabled']))
  })

  it("knows neither others' factors nor unknown ones", async () => {
    const [one, other] = [await someoneRegistered(service), await someoneRegistered(service)]
    const { mfa_factor, secret } = (await begin(one.actor)).body
    expect(refusal(await enable(other.actor, mfa_factor.id, codeFor(secret)))).toEqual(gone(mfa_factor.id))
    expect(refusal(await disable(other.actor, mfa_factor.id))).toEqual(gone(mfa_factor.id))
    expect(refusal(await enable(one.actor, 'authmfa_none', codeFor(secret)))).toEqual(gone('authmfa_none'))
    expect((await list(one.actor))[0]).toMatchObject({ status: 'pending' })
    expect(await list(other.actor)).toEqual([])
  })
})

describe('delete-mfa-factor', () => {
  it('removes a pending factor without a code', async () => {
    const { actor } = await someoneRegistered(service)
    const { id } = (await begin(actor)).body.mfa_factor
    expect(await disable(actor, id)).toMatchObject({ status: 200, body: { mfa_factor: { id, status: 'disabled' } } })
    expect(await list(actor)).toEqual([])
    expect(refusal(await disable(actor, id))).toEqual(gone(id))
  })

  it('disables an enabled factor only with a code, for which the dashboard looks', async () => {
    const { actor, factor_id: id, secret } = await someoneWithFactor(service)
    const required = [400, 'invalid_data', 'MFA verification code is required to disable MFA']
    for (const body of [{}, { method: 'totp' }, { code: '' }, { code: null }])
      expect(refusal(await disable(actor, id, body))).toEqual(required)
    const wrong = await disable(actor, id, { method: 'totp', code: wrongCodeFor(secret) })
    expect([...refusal(wrong), wrong.failed_guess]).toEqual([...WRONG, true])
    expect(refusal(await disable(actor, id, { method: 'recovery_code', code: codeFor(secret) }))).toEqual(WRONG)
    expect((await disable(actor, id, { method: 'sms', code: codeFor(secret) })).status).toBe(400)

    expect(await disable(actor, id, { method: 'totp', code: codeFor(secret) })).toMatchObject({
      status: 200,
      body: { mfa_factor: { id, status: 'disabled' } },
    })
    expect(await list(actor)).toEqual([])
    const [left] = await stored(actor.identity_id)
    expect(left).not.toHaveProperty('secret')
    expect(left).toMatchObject({ recovery_codes: [], disabled_at: expect.any(Date) })
    expect((await enableFactor(service, actor)).factor_id).not.toBe(id)
  })

  it('takes a recovery code as well', async () => {
    const { actor, factor_id: id } = await someoneWithFactor(service)
    const [code] = (await generate(actor)).body.recovery_codes
    expect((await disable(actor, id, { method: 'recovery_code', code })).status).toBe(200)
  })

  it('answers every attempt of a request alike', async () => {
    const { actor, factor_id: id, secret } = await someoneWithFactor(service)
    const options = { op_id: mintOpId(Date.now()), ...patient() }
    const body = { code: codeFor(secret) }
    const answers = [await disable(actor, id, body, options), await disable(actor, id, body, options)]
    expect(answers.map(({ status, body }) => [status, body.mfa_factor.status])).toEqual([
      [200, 'disabled'],
      [200, 'disabled'],
    ])
  })

  it('does not disable a factor without a code that is enabled in the meantime', async () => {
    const { actor } = await someoneRegistered(service)
    const { mfa_factor, secret } = (await begin(actor)).body
    const find = service.deps.mfaFactors.findOf
    const { mfaFactors } = service.deps
    mfaFactors.findOf = async (...which) => {
      mfaFactors.findOf = find
      const found = await find(...which)
      expect((await enable(actor, mfa_factor.id, codeFor(secret))).status).toBe(200)
      return found
    }
    expect((await disable(actor, mfa_factor.id)).status).toBe(404)
    expect((await list(actor))[0]).toMatchObject({ status: 'enabled' })
  })
})

describe('create-mfa-recovery-codes', () => {
  it('answers ten codes of 80 bits, of which only the hash is stored, and replaces earlier ones', async () => {
    const { actor, factor_id: id } = await someoneWithFactor(service)
    const first: string[] = (await generate(actor)).body.recovery_codes
    expect(first).toHaveLength(10)
    expect(new Set(first).size).toBe(10)
    for (const code of first) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const text = JSON.stringify(await stored(actor.identity_id))
    for (const code of first) expect(text).not.toMatch(new RegExp(`${code}|${code.replaceAll('-', '')}`))

    const second: string[] = (await generate(actor, { count: 3 })).body.recovery_codes
    expect(second).toHaveLength(3)
    expect(second.filter((code) => first.includes(code))).toEqual([])
    expect(refusal(await disable(actor, id, { method: 'recovery_code', code: first[0] }))).toEqual(WRONG)
    expect(
      (await disable(actor, id, { method: 'recovery_code', code: second[0]!.toLowerCase().replaceAll('-', ' ') })).status,
    ).toBe(200)
  })

  it('needs an enabled factor', async () => {
    const { actor } = await someoneRegistered(service)
    const refused = [400, 'not_allowed', 'MFA must be enabled before recovery codes can be generated']
    expect(refusal(await generate(actor))).toEqual(refused)
    await begin(actor)
    expect(refusal(await generate(actor))).toEqual(refused)
  })

  it('needs a code from ten minutes after the factor was enabled', async () => {
    const { actor, secret } = await someoneWithFactor(service)
    await enabledEarlier(actor.identity_id, 590_000)
    const { recovery_codes } = (await generate(actor)).body
    await enabledEarlier(actor.identity_id, 601_000)
    const required = [400, 'invalid_data', 'MFA verification code is required to generate recovery codes']
    expect(refusal(await generate(actor))).toEqual(required)
    const wrong = await generate(actor, { code: wrongCodeFor(secret) })
    expect([...refusal(wrong), wrong.failed_guess]).toEqual([...WRONG, true])
    expect((await generate(actor, { code: codeFor(secret) })).status).toBe(200)
    expect(refusal(await generate(actor, { method: 'recovery_code', code: recovery_codes[0] }))).toEqual(WRONG)
  })

  it.each([0, 21, 1.5, '3'])('refuses %j codes', async (count) => {
    const { actor } = await someoneRegistered(service)
    expect((await generate(actor, { count })).status).toBe(400)
  })

  it('answers the same codes for every attempt of a request', async () => {
    const { actor } = await someoneWithFactor(service)
    const options = { op_id: mintOpId(Date.now()), ...patient() }
    const answers = await Promise.all([1, 2, 3].map(() => generate(actor, {}, options)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it('answers another attempt like the first one, though that used the recovery code', async () => {
    const { actor, factor_id: id } = await someoneWithFactor(service)
    const [code] = (await generate(actor)).body.recovery_codes
    await enabledEarlier(actor.identity_id, 700_000)
    const options = { op_id: mintOpId(Date.now()) }
    const first = await generate(actor, { method: 'recovery_code', code }, options)

    const again = await generate(actor, { method: 'recovery_code', code }, options)

    expect(first.status).toBe(200)
    expect(again).toMatchObject({ status: 200, text: first.text })
    expect(refusal(await generate(actor, { method: 'recovery_code', code }))).toEqual(WRONG)
    expect((await disable(actor, id, { method: 'recovery_code', code: first.body.recovery_codes[0] })).status).toBe(200)
  })
})

describe('a code', () => {
  it('is taken once, whatever it is for, and no earlier code after it', async () => {
    const { actor, factor_id: id, secret } = await someoneWithFactor(service)
    await enabledEarlier(actor.identity_id, 700_000)
    const [earlier, code] = [codeFor(secret, -1), codeFor(secret)]
    expect((await generate(actor, { code })).status).toBe(200)
    for (const used of [code, earlier]) {
      expect(refusal(await generate(actor, { code: used }))).toEqual(WRONG)
      expect(refusal(await disable(actor, id, { code: used }))).toEqual(WRONG)
    }
    await forgetTakenCodes(service, actor.identity_id)
    expect((await disable(actor, id, { code: codeFor(secret) })).status).toBe(200)
  })

  it('is taken by one of many concurrent requests', async () => {
    const { actor, secret } = await someoneWithFactor(service)
    await enabledEarlier(actor.identity_id, 700_000)
    const code = codeFor(secret)
    const answers = await Promise.all(Array.from({ length: 8 }, () => generate(actor, { code }, patient())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is guessed at most thirty times within an hour, however many guess at once; recovery codes still count', async () => {
    const { actor, factor_id: id, secret } = await someoneWithFactor(service)
    const { recovery_codes } = (await generate(actor)).body
    const guess = () => disable(actor, id, { code: wrongCodeFor(secret) }, patient())
    const answers = await Promise.all(Array.from({ length: 40 }, guess))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)

    const late = await disable(actor, id, { code: codeFor(secret) })
    expect([...refusal(late), late.retry_after]).toEqual([
      ...[429, 'rate_limited', 'Too many wrong MFA codes; try again later, or use a recovery code', '3600'],
    ])
    expect((await enable(actor, id, codeFor(secret))).status).toBe(400)
    const back = { wrong_since: new Date(Date.now() - 3_600_001) }
    await service.db.collection('mfa_factors').updateOne({ _id: id as never }, { $set: back })
    expect((await guess()).status).toBe(400)
    expect(await stored(actor.identity_id)).toMatchObject([{ wrong_codes: 1 }])
    expect((await disable(actor, id, { method: 'recovery_code', code: recovery_codes[1] })).status).toBe(200)
  })

  it('that was right does not count as a guess', async () => {
    const { actor, secret } = await someoneWithFactor(service)
    await enabledEarlier(actor.identity_id, 700_000)
    expect((await generate(actor, { code: codeFor(secret) })).status).toBe(200)
    expect(await stored(actor.identity_id)).toMatchObject([{ wrong_codes: 0 }])
  })
})

it('a token that is void, or not of an account, does not change how its holder logs in', async () => {
  const { actor, factor_id: id, secret } = await someoneWithFactor(service)
  const others: Actor[] = [
    { type: 'anonymous' },
    { ...actor, actor_type: 'mfa-challenge' },
    { ...actor, actor_type: 'password-reset' },
    { ...actor, actor_type: 'seller' },
    { ...actor, identity_id: 'authid_none' },
  ]
  await service.call(revokeAccess, { body: { kind: 'token', id: actor.token_id! } })
  for (const one of [...others, actor]) {
    const answers = [
      await service.send(listMfaFactors, { actor: one }),
      await begin(one),
      await enable(one, id, codeFor(secret)),
      await disable(one, id, { code: codeFor(secret) }),
      await generate(one),
    ]
    for (const answer of answers) expect(refusal(answer)).toEqual(UNAUTHORIZED)
  }
})
