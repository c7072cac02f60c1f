import { createSession, logIn, refreshToken, register } from '@souk/contracts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOrders, startSellers } from '../../../test/service.ts'
import { holderOf } from '../../../test/sessions.ts'

const PASSWORD = 'correct horse'
const TAKEN = { status: 401, type: 'unauthorized', message: 'Identity with email already exists', failed_guess: true }

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

const enrol = (actor_type: string, body: unknown, op_id?: string) =>
  service.send(register, { params: { actor_type: actor_type as 'seller' }, body, ...(op_id && { op_id }) })
const enter = (actor_type: string, body: unknown) => service.send(logIn, { params: { actor_type: actor_type as 'seller' }, body })
const summary = ({ status, body, failed_guess }: Awaited<ReturnType<typeof enrol>>) => ({
  status,
  type: body.type,
  message: body.message,
  failed_guess,
})
const records = (email: string) => service.db.collection('auth_identities').find({ email }).toArray()

describe('register', () => {
  it.each(['user', 'seller', 'customer'])('returns a token without an actor, and enables the log-in: %s', async (actor_type) => {
    const email = `New-${actor_type}@Example.com`

    const { status, body } = await enrol(actor_type, { email, password: PASSWORD })

    const claims = { actor_id: '', actor_type, auth_provider: 'emailpass', app_metadata: {}, user_metadata: {} }
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['token'])
    expect(decodeJwt(body.token)).toMatchObject({ ...claims, auth_identity_id: expect.stringMatching(/^authid_/) })
    expect(decodeJwt(body.token)).not.toHaveProperty('seller_id')
    const again = await enter(actor_type, { email: email.toLowerCase(), password: PASSWORD })
    expect(decodeJwt(again.body.token)).toMatchObject(claims)
    expect((await enter(actor_type, { email, password: 'wrong' })).status).toBe(401)
  })

  it('stores a password only as argon2id', async () => {
    await enrol('customer', { email: 'kept@example.com', password: PASSWORD })

    const [record] = await records('kept@example.com')
    expect(record!.password_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(record)).not.toContain(PASSWORD)
  })

  it('accepts an e-mail once per actor type, whatever its case', async () => {
    await enrol('seller', { email: 'once@example.com', password: PASSWORD })

    expect(summary(await enrol('seller', { email: 'Once@Example.com', password: 'other' }))).toEqual(TAKEN)
    expect((await enrol('customer', { email: 'once@example.com', password: PASSWORD })).status).toBe(200)
    expect((await enter('seller', { email: 'once@example.com', password: 'other' })).status).toBe(401)
  })

  it('resumes an unfinished registration for anyone who knows its password', async () => {
    const body = { email: 'unfinished@example.com', password: PASSWORD }
    const [first, again] = [await enrol('user', body), await enrol('user', { ...body, email: 'Unfinished@Example.com' })]

    expect(again.status).toBe(200)
    const { auth_identity_id } = decodeJwt(first.body.token)
    expect(decodeJwt(again.body.token)).toMatchObject({ actor_id: '', auth_identity_id })
    expect(summary(await enrol('user', { ...body, password: 'guessed' }))).toEqual(TAKEN)
    await service.db.collection('auth_identities').updateOne({ email: body.email }, { $set: { actor_id: 'user_somebody' } })
    expect(summary(await enrol('user', body))).toEqual(TAKEN)
  })

  it('lets only one of many concurrent registrations through', async () => {
    const bodies = Array.from({ length: 10 }, (_, n) => ({ email: 'race@example.com', password: `password ${n}` }))

    const answers = await Promise.all(bodies.map((body) => enrol('customer', body)))

    const won = answers.findIndex(({ status }) => status === 200)
    for (const [n, answer] of answers.entries()) if (n !== won) expect(summary(answer)).toEqual(TAKEN)
    expect(await records('race@example.com')).toHaveLength(1)
    expect((await enter('customer', bodies[won])).status).toBe(200)
  })

  it('is carried out once, however often one op-id is retried', async () => {
    const op_id = 'k3v9x1-900102030405060708090a0b0c0d0e0f'
    const body = { email: 'repeated@example.com', password: PASSWORD }

    const answers = await Promise.all([1, 2, 3].map(() => enrol('customer', body, op_id)))
    answers.push(await enrol('customer', body, op_id))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => decodeJwt(body.token).auth_identity_id)).size).toBe(1)
    expect(await records('repeated@example.com')).toHaveLength(1)
  })

  it('hashes a limited number of passwords at a time, and rejects the others at once', async () => {
    const { hashPassword } = await import('../../credentials/passwords.ts')

    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword(PASSWORD)))

    const refused = outcomes.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(28)
    for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'overloaded' })
    expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id/)
  })

  it.each([
    ['no body', {}, 'Password should be a string'],
    ['an empty password', { email: 'a', password: '' }, 'Password should be a string'],
    ['an operator', { email: 'a', password: { $gt: '' } }, 'Password should be a string'],
    ['no e-mail', { password: 'b' }, 'Email should be a string'],
    ['a list of e-mails', { email: ['a'], password: 'b' }, 'Email should be a string'],
  ])('rejects %s', async (_case, body, message) => {
    expect(summary(await enrol('seller', body))).toEqual({ status: 401, type: 'unauthorized', message, failed_guess: false })
  })

  it('rejects an unknown actor type', async () => {
    const answer = await enrol('robot', { email: 'a' })

    const message = "Invalid request: Expected: 'user, seller, customer' for field 'actor_type', but got: 'robot'"
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 400, message })
  })

  it('stores nothing from other fields', async () => {
    const more = { actor_id: 'user_1', seller_id: 'sel_1', id: 'authid_own', app_metadata: { user_id: 'user_1' } }
    const { status, body } = await enrol('user', { email: 'more@example.com', password: PASSWORD, ...more })

    expect(status).toBe(200)
    expect(decodeJwt(body.token)).toMatchObject({ actor_id: '', app_metadata: {} })
    expect(await records('more@example.com')).toMatchObject([{ actor_id: '', seller_id: null }])
    expect(JSON.stringify(await records('more@example.com'))).not.toMatch(/user_1|sel_1|authid_own/)
  })

  it('does not keep the configured first administrator from using the same e-mail', async () => {
    const [email, password] = ['boss@example.com', 'first-admin-password']
    await enrol('user', { email, password: 'of a stranger' })

    const again = await startSellers({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }, service.servers)

    expect((await enter('user', { email, password: 'of a stranger' })).status).toBe(401)
    expect(decodeJwt((await enter('user', { email, password })).body.token).actor_id).toMatch(/^user_/)
    await again.leave()
  })

  it('makes nobody an administrator: earlier tokens for the first administrator’s e-mail are rejected', async () => {
    const [email, password] = ['owner@example.com', 'first-admin-password']
    const { body } = await enrol('user', { email, password: 'of a stranger' })
    const actor = holderOf(body.token)

    const again = await startSellers({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }, service.servers)

    for (const operation of [refreshToken, createSession])
      expect(await service.send(operation, { actor })).toMatchObject({ status: 401, session_token: undefined })
    expect(await records(email)).toHaveLength(1)
    await again.leave()
  })
})
