import { logIn } from '@souk/contracts'
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aSeller } from '../../../test/builders.ts'
import { startSellers } from '../../../test/service.ts'
import { hashPassword } from '../../credentials/passwords.ts'

const AT = '2026-01-01T00:00:00.000Z'
let service: Awaited<ReturnType<typeof startSellers>>

beforeAll(async () => {
  service = await startSellers({ ADMIN_EMAIL: 'Admin@Example.com', ADMIN_PASSWORD: 'first-admin-password' })
  await insertMissing(service.db, {
    sellers: [aSeller()],
    auth_identities: [
      {
        id: 'authid_1',
        provider: 'emailpass',
        actor_type: 'seller',
        email: 'ann@example.com',
        password_hash: await hashPassword('correct horse'),
        actor_id: 'mem_1',
        seller_id: 'sel_1',
        created_at: AT,
        updated_at: AT,
      },
    ],
  })
})
afterAll(() => service.stop())

const enter = (actor_type: string, body: unknown) => service.send(logIn, { params: { actor_type: actor_type as 'seller' }, body })

describe('log-in', () => {
  it('returns a token that the public key verifies, with the claims that Medusa clients know', async () => {
    const { status, body } = await enter('seller', { email: 'ANN@example.com', password: 'correct horse' })

    expect(status).toBe(200)
    const { public_key } = service.deps.signer
    const { payload } = await jwtVerify(body.token, await importJWK(public_key, 'EdDSA'), { issuer: 'souk', audience: 'souk' })
    expect(decodeProtectedHeader(body.token)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: public_key.kid })
    expect(payload).toMatchObject({
      actor_id: 'mem_1',
      actor_type: 'seller',
      auth_identity_id: 'authid_1',
      app_metadata: { seller_id: 'mem_1' },
      seller_id: 'sel_1',
    })
    expect(payload.exp! - payload.iat!).toBe(86_400)
  })

  it('admits the first administrator, who is named in the configuration', async () => {
    const { body } = await enter('user', { email: 'admin@example.com', password: 'first-admin-password' })

    expect(decodeJwt(body.token)).toMatchObject({ actor_type: 'user', actor_id: expect.stringMatching(/^user_/) })
  })

  it.each([
    ['a wrong password', 'seller', { email: 'ann@example.com', password: 'wrong' }],
    ['an unknown e-mail', 'seller', { email: 'bob@example.com', password: 'correct horse' }],
    ['another actor type', 'customer', { email: 'ann@example.com', password: 'correct horse' }],
  ])('rejects %s with the same words', async (_case, actorType, credentials) => {
    const { status, body } = await enter(actorType, credentials)

    expect({ status, type: body.type, message: body.message }).toEqual({
      status: 401,
      type: 'unauthorized',
      message: 'Invalid email or password',
    })
  })

  it.each([
    ['no body', {}, 'Password should be a string'],
    ['no password', { email: 'ann@example.com' }, 'Password should be a string'],
    ['an empty password', { email: 'ann@example.com', password: '' }, 'Password should be a string'],
    ['a number as password', { email: 'ann@example.com', password: 1 }, 'Password should be a string'],
    ['no e-mail', { password: 'x' }, 'Email should be a string'],
    ['an empty e-mail', { email: '', password: 'x' }, 'Email should be a string'],
    ['an operator', { email: { $gt: '' }, password: 'x' }, 'Email should be a string'],
  ])('rejects %s, which does not count as a guess', async (_case, credentials, message) => {
    const { status, body, failed_guess } = await enter('seller', credentials)

    expect({ status, type: body.type, message: body.message, failed_guess }).toEqual({
      status: 401,
      type: 'unauthorized',
      message,
      failed_guess: false,
    })
  })

  it('limits the length of passwords, and ignores other fields', async () => {
    const long = await enter('seller', { email: 'ann@example.com', password: 'x'.repeat(1025) })
    expect([long.status, long.body.message]).toEqual([
      400,
      "Invalid request: Value for field 'password' too big, expected at most: '1024'",
    ])
    const more = { email: 'ann@example.com', password: 'correct horse', role: 'admin', remember: true }
    expect((await enter('seller', more)).status).toBe(200)
    expect((await enter('seller', [])).status).toBe(400)
  })

  it('rejects an unknown actor type', async () => {
    expect((await enter('driver', { email: 'a', password: 'b' })).status).toBe(400)
  })

  it('creates no second administrator when the service starts again', async () => {
    const again = await startSellers({ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'another-password' }, service.servers)

    expect(await again.db.collection('users').countDocuments()).toBe(1)
    expect((await enter('user', { email: 'admin@example.com', password: 'first-admin-password' })).status).toBe(200)
    await again.leave()
  })
})
