import {
  createMfaRecoveryCodes,
  createSession,
  deleteMfaFactor,
  deleteSession,
  MFA_CHALLENGE,
  type MfaChallenge,
  refreshToken,
  register,
  removeMfa,
  revokeAccess,
  verifyMfaChallenge,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../../test/people.ts'
import { codeFor, forgetTakenCodes, someoneWithFactor, wrongCodeFor } from '../../../test/second-factor.ts'
import { startOrders, startSellers } from '../../../test/service.ts'
import { holderOf } from '../../../test/sessions.ts'
import { removeLogIn } from '../../credentials/release.ts'

let service: Awaited<ReturnType<typeof startSellers>>
let orders: Awaited<ReturnType<typeof startOrders>>
beforeAll(async () => {
  service = await startSellers()
  orders = await startOrders(service.servers)
})
afterAll(async () => {
  await orders.stop()
  await service.stop()
})

const WRONG = [401, 'unauthorized', 'Invalid MFA code']
const OVER = [404, 'not_found', 'MFA challenge was not found or is over; log in again']
const REFUSED = [401, 'unauthorized', 'Invalid email or password']

const meet = (id: string, code: string, options: { method?: string } & object = {}) => {
  const { method = 'totp', ...rest } = options
  return service.send(verifyMfaChallenge, { params: { id }, body: { method, code }, ...rest })
}
const soon = () => Date.now() + 20_000
const records = (identity_id: string, collection: 'mfa_factors' | 'mfa_challenges' = 'mfa_challenges') =>
  service.db.collection(collection).find({ identity_id }).toArray()
/** Somebody with a second factor who has just sent the right password. */
async function someoneChallenged(actor_type: 'user' | 'customer' | 'seller' = 'user') {
  const someone = await someoneWithFactor(service, actor_type)
  const { body } = await someone.enter()
  return { ...someone, challenge: body.mfa_challenge as MfaChallenge, pending: holderOf(body.token) }
}

describe('log-in with a second factor', () => {
  it.each(['user', 'seller', 'customer'] as const)('of a %s needs a code after the password', async (actor_type) => {
    const { actor, enter, secret } = await someoneWithFactor(service, actor_type)
    const before = Date.now()

    const { status, body } = await enter()

    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.any(String),
      mfa_required: true,
      mfa_challenge: {
        id: expect.stringMatching(/^authmfach_[0-9a-f]{40}$/),
        auth_identity_id: actor.identity_id,
        auth_provider: 'emailpass',
        methods: ['totp'],
        expires_at: expect.any(String),
        attempts: 0,
        max_attempts: 5,
        completed_at: null,
        metadata: null,
      },
    })
    expect(Date.parse(body.mfa_challenge.expires_at) - before).toBeGreaterThanOrEqual(300_000)
    const claims = decodeJwt(body.token)
    expect(claims).toMatchObject({
      actor_type: MFA_CHALLENGE,
      actor_id: '',
      auth_identity_id: actor.identity_id,
      app_metadata: {},
    })
    expect(claims.exp! - claims.iat!).toBe(300)

    const met = await meet(body.mfa_challenge.id, codeFor(secret))
    expect([met.status, Object.keys(met.body)]).toEqual([200, ['token']])
    expect(decodeJwt(met.body.token)).toMatchObject({ actor_type, auth_identity_id: actor.identity_id })
    expect((await service.send(refreshToken, { actor: holderOf(met.body.token) })).status).toBe(200)
  })

  it('says nothing of it before the password is right', async () => {
    const { email, enter } = await someoneWithFactor(service)
    const wrong = await enter('wrong')
    expect([...refusal(wrong), wrong.failed_guess]).toEqual([...REFUSED, true])
    const taken = await service.send(register, { params: { actor_type: 'user' }, body: { email, password: 'wrong' } })
    expect(refusal(taken)).toEqual([401, 'unauthorized', 'Identity with email already exists'])
    expect(await records((await someoneWithFactor(service)).actor.identity_id)).toEqual([])
  })

  it('is needed to continue a registration, too', async () => {
    const { email, actor, secret } = await someoneWithFactor(service)
    const { status, body } = await service.send(register, { params: { actor_type: 'user' }, body: { email, password: PASSWORD } })
    expect([status, decodeJwt(body.token).actor_type, body.mfa_required]).toEqual([200, MFA_CHALLENGE, true])
    const met = await meet(body.mfa_challenge.id, codeFor(secret))
    expect(decodeJwt(met.body.token)).toMatchObject({ actor_type: 'user', auth_identity_id: actor.identity_id })
  })

  it('yields a token that opens nothing, begins no session and ends none', async () => {
    const { actor, pending } = await someoneChallenged()
    expect((await service.send(refreshToken, { actor: pending })).status).toBe(401)
    const begun = await service.send(createSession, { actor: pending })
    expect(begun).toMatchObject({
      ...{ status: 200, session_token: undefined },
      body: { user: { actor_id: '', actor_type: MFA_CHALLENGE, auth_identity_id: actor.identity_id, iat: pending.issued_at } },
    })
    expect((await service.send(deleteSession, { actor: pending })).status).toBe(401)
    expect(await service.db.collection('revocations').countDocuments({ identity_id: actor.identity_id })).toBe(0)
  })

  it('offers recovery codes while there are unused ones', async () => {
    const { actor, enter } = await someoneWithFactor(service)
    const { recovery_codes } = await service.call(createMfaRecoveryCodes, { actor, body: { count: 1 } })
    const { mfa_challenge } = (await enter()).body
    expect(mfa_challenge.methods).toEqual(['totp', 'recovery_code'])
    expect((await meet(mfa_challenge.id, recovery_codes[0]!, { method: 'recovery_code' })).status).toBe(200)
    const next = (await enter()).body.mfa_challenge
    expect(next.methods).toEqual(['totp'])
    expect(refusal(await meet(next.id, recovery_codes[0]!, { method: 'recovery_code' }))).toEqual(WRONG)
  })
})

describe('verify-mfa-challenge', () => {
  it('takes five codes, however many are sent at once', async () => {
    const { challenge, secret } = await someoneChallenged()
    const guesses = Array.from({ length: 12 }, () => meet(challenge.id, wrongCodeFor(secret), patient()))
    const answers = await Promise.all(guesses)
    for (const { failed_guess } of answers) expect(failed_guess).toBe(true)
    const texts = answers.map((answer) => JSON.stringify(refusal(answer)))
    expect(texts.filter((text) => text === JSON.stringify(WRONG))).toHaveLength(5)
    expect(texts.filter((text) => text === JSON.stringify(OVER))).toHaveLength(7)
    expect(refusal(await meet(challenge.id, codeFor(secret)))).toEqual(OVER)
  })

  it('succeeds once, for one of many concurrent requests', async () => {
    const { challenge, secret } = await someoneChallenged()
    const codes = [-1, 0, 1].map((steps) => codeFor(secret, steps))
    const answers = await Promise.all(codes.map((code) => meet(challenge.id, code, patient())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refusal(await meet(challenge.id, codeFor(secret)))).toEqual(OVER)
  })

  it('takes a code in one of several challenges', async () => {
    const { challenge, enter, secret } = await someoneChallenged()
    const ids = [challenge.id, ...(await Promise.all([enter(), enter(), enter()])).map(({ body }) => body.mfa_challenge.id)]
    const code = codeFor(secret)
    const answers = await Promise.all(ids.map((id) => meet(id, code, patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('answers every attempt of a request with a token', async () => {
    const { challenge, secret } = await someoneChallenged()
    const options = { op_id: mintOpId(Date.now()), ...patient() }
    const code = codeFor(secret)
    for (const _attempt of [1, 2]) expect((await meet(challenge.id, code, options)).status).toBe(200)
    expect(refusal(await meet(challenge.id, code))).toEqual(OVER)
  })

  it('rejects unknown challenges and methods, and codes of others', async () => {
    const [one, other] = [await someoneChallenged(), await someoneChallenged()]
    const unknown = await meet('authmfach_none', codeFor(one.secret))
    expect([...refusal(unknown), unknown.failed_guess]).toEqual([...OVER, true])
    expect((await meet(one.challenge.id, codeFor(one.secret), { method: 'sms' })).status).toBe(400)
    expect((await meet(one.challenge.id, '')).status).toBe(400)
    const { recovery_codes } = await service.call(createMfaRecoveryCodes, { actor: other.actor })
    expect(refusal(await meet(one.challenge.id, recovery_codes[0]!, { method: 'recovery_code' }))).toEqual(WRONG)
    expect((await meet(one.challenge.id, codeFor(one.secret))).status).toBe(200)
  })

  const END: [string, (someone: Awaited<ReturnType<typeof someoneChallenged>>) => Promise<unknown>][] = [
    [
      'it has expired',
      ({ challenge }) =>
        service.db.collection('mfa_challenges').updateOne({ _id: challenge.id as never }, { $set: { expires_at: new Date() } }),
    ],
    [
      'all tokens of the identity are revoked',
      ({ actor }) => service.call(revokeAccess, { body: { kind: 'identity', id: actor.identity_id } }),
    ],
    [
      'the log-in is disabled',
      ({ actor }) =>
        service.db.collection('auth_identities').updateOne({ _id: actor.identity_id as never }, { $set: { disabled_at: 'now' } }),
    ],
    [
      'the account is gone',
      ({ actor }) =>
        service.db
          .collection('auth_identities')
          .updateOne({ _id: actor.identity_id as never }, { $set: { actor_id: 'user_none' } }),
    ],
    [
      'the factor is disabled',
      ({ actor, factor_id, secret }) =>
        service.call(deleteMfaFactor, { actor, params: { id: factor_id }, body: { code: codeFor(secret) } }),
    ],
  ]
  it.each(END)('rejects a challenge when %s', async (_when, end) => {
    const someone = await someoneChallenged()
    await end(someone)
    await forgetTakenCodes(service, someone.actor.identity_id)
    expect(refusal(await meet(someone.challenge.id, codeFor(someone.secret)))).toEqual(OVER)
  })

  it('issues no token for a customer while nobody knows whose it is, and takes no code then', async () => {
    const { challenge, secret } = await someoneChallenged('customer')
    const { customers } = service.deps
    const withActor = vi.spyOn(customers, 'withActor').mockRejectedValueOnce(new Error('away'))
    expect((await meet(challenge.id, codeFor(secret))).status).toBe(500)
    withActor.mockRestore()
    expect((await meet(challenge.id, codeFor(secret))).status).toBe(200)
  })
})

it('an identity has at most ten challenges, the newest ones', async () => {
  const { actor, enter, secret } = await someoneWithFactor(service)
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push((await enter()).body.mfa_challenge.id)
  await Promise.all(Array.from({ length: 4 }, () => enter()))
  expect((await records(actor.identity_id)).length).toBeLessThanOrEqual(10)
  expect(refusal(await meet(ids[0]!, codeFor(secret)))).toEqual(OVER)
  expect((await meet((await enter()).body.mfa_challenge.id, codeFor(secret))).status).toBe(200)
})

describe('the second factor', () => {
  it.each(['user', 'customer'] as const)('of a deleted %s is removed', async (kind) => {
    const { actor } = await someoneChallenged(kind)
    const { identity_id } = actor
    const owner = `${kind}_${identity_id}`
    await service.deps.identities.claim(identity_id, owner, new Date().toISOString(), soon())
    await removeLogIn(kind, { id: 'another one', identity_id }, service.deps, soon())
    expect(await records(identity_id, 'mfa_factors')).toHaveLength(1)

    await removeLogIn(kind, { id: owner, identity_id }, service.deps, soon())
    expect([...(await records(identity_id, 'mfa_factors')), ...(await records(identity_id))]).toEqual([])
  })

  it('of a log-in that an interrupted deletion removed is removed later', async () => {
    const [one, other] = [await someoneWithFactor(service), await someoneWithFactor(service)]
    await service.deps.identities.deleteUnclaimed(one.actor.identity_id)
    await service.deps.mfaFactors.removeOrphaned()
    expect(await records(one.actor.identity_id, 'mfa_factors')).toEqual([])
    expect(await records(other.actor.identity_id, 'mfa_factors')).toHaveLength(1)
  })
})

describe('remove-mfa', () => {
  it.each(['user', 'seller', 'customer'] as const)(
    'lets a %s in with the password alone, who lost the telephone',
    async (actor_type) => {
      const { email, actor, enter, challenge, secret } = await someoneChallenged(actor_type)
      const answer = { auth_identity_id: actor.identity_id }
      const remove = () => service.call(removeMfa, { body: { actor_type, email: email.toUpperCase() } })

      expect(await remove()).toEqual({ ...answer, is_removed: true })
      expect(await remove()).toEqual({ ...answer, is_removed: false })
      expect(refusal(await meet(challenge.id, codeFor(secret)))).toEqual(OVER)
      expect((await enter()).body).toEqual({ token: expect.any(String) })
      expect((await service.send(refreshToken, { actor })).status).toBe(200)
    },
  )

  it('answers 404 for an unknown e-mail', async () => {
    const unknown = await service.send(removeMfa, { body: { actor_type: 'user', email: 'nobody@example.com' } })
    expect(refusal(unknown)).toEqual([404, 'not_found', 'No log-in of type user has this e-mail'])
  })
})
