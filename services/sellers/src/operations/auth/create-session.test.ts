import { type Actor, createSession, revokeAccess } from '@souk/contracts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSellers } from '../../../test/service.ts'
import { someoneLoggedIn } from '../../../test/sessions.ts'

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
})
afterAll(() => service.stop())

const begin = (actor: Actor) => service.send(createSession, { actor })

describe('create-session', () => {
  it('answers who the session is for; its token stands beside the body, never in it', async () => {
    const { actor, token, ...names } = await someoneLoggedIn(service)

    const { status, body, text, session_token } = await begin(actor)

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        user: {
          actor_id: names.actor_id,
          actor_type: 'seller',
          auth_identity_id: names.id,
          auth_provider: 'emailpass',
          app_metadata: { seller_id: names.actor_id },
          user_metadata: {},
          seller_id: names.seller_id,
          iat: expect.any(Number),
          exp: expect.any(Number),
        },
      },
    })
    expect(text).not.toContain('ey')
    const { iat, exp } = body.user
    expect(decodeJwt(session_token!)).toMatchObject({ actor_id: names.actor_id, auth_identity_id: names.id, iat, exp })
    expect(decodeJwt(session_token!).jti).not.toBe(decodeJwt(token).jti)
  })

  it('creates a separate session for each of many requests', async () => {
    const { actor } = await someoneLoggedIn(service)

    const sessions = await Promise.all(Array.from({ length: 10 }, () => begin(actor)))

    expect(new Set(sessions.map(({ session_token }) => decodeJwt(session_token!).jti)).size).toBe(10)
  })

  it('rejects a token that was revoked in the meantime, and anonymous requests', async () => {
    const { actor } = await someoneLoggedIn(service)
    await service.call(revokeAccess, { body: { kind: 'token', id: actor.token_id! }, actor: { type: 'service', id: 'orders' } })

    for (const one of [actor, { type: 'anonymous' }] as Actor[])
      expect(await begin(one)).toMatchObject({ status: 401, session_token: undefined })
  })

  it('rejects a body that is not empty', async () => {
    const { actor } = await someoneLoggedIn(service)

    expect(await service.send(createSession, { actor, body: { token: 'x' } })).toMatchObject({
      status: 400,
      body: { message: "Invalid request: Unrecognized fields: 'token'" },
    })
  })
})
