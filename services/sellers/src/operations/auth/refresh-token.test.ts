import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, refreshToken, register, revokeAccess } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberOf } from '../../../test/builders.ts'
import { startOrders, startSellers } from '../../../test/service.ts'
import { holderOf, someoneLoggedIn } from '../../../test/sessions.ts'
import { issueAnother } from '../../credentials/issue-token.ts'

const REFUSED = { status: 401, type: 'unauthorized', message: 'Unauthorized' }
const SERVICE: Actor = { type: 'service', id: 'orders' }

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

const refresh = (actor: Actor) => service.send(refreshToken, { actor })
const summary = ({ status, body }: { status: number; body: { type: string; message: string } }) => ({
  status,
  type: body.type,
  message: body.message,
})

describe('refresh-token', () => {
  it('returns another token for the same holder, valid for as long as after a log-in', async () => {
    const { actor, token } = await someoneLoggedIn(service)

    const { status, body } = await refresh(actor)

    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['token'])
    const { payload } = await jwtVerify(body.token, await importJWK(service.deps.signer.public_key, 'EdDSA'), {
      audience: 'souk',
    })
    const { jti, iat: _iat, exp: _exp, ...claims } = decodeJwt(token)
    expect(payload).toMatchObject(claims)
    expect(payload.jti).not.toBe(jti)
    expect(payload.exp! - payload.iat!).toBe(86_400)
  })

  it('names the actor that was created with the token of a registration', async () => {
    const { body } = await service.send(register, {
      params: { actor_type: 'customer' },
      body: { email: 'new@example.com', password: 'x' },
    })
    const actor = holderOf(body.token)
    expect(decodeJwt((await refresh(actor)).body.token).actor_id).toBe('')

    const of = { _id: actor.identity_id as never }
    await service.db.collection('auth_identities').updateOne(of, { $set: { actor_id: 'cus_1' } })

    expect(decodeJwt((await refresh(actor)).body.token)).toMatchObject({
      actor_id: 'cus_1',
      app_metadata: { customer_id: 'cus_1' },
    })
  })

  it.each(['token', 'identity', 'member', 'seller'] as const)(
    'rejects what was revoked while the request was under way: %s',
    async (kind) => {
      const someone = await someoneLoggedIn(service)
      const { identity_id, token_id } = someone.actor
      const id = { token: token_id!, identity: identity_id, member: someone.actor_id, seller: someone.seller_id }[kind]
      await service.call(revokeAccess, { body: { kind, id }, actor: SERVICE })

      expect(summary(await refresh(someone.actor))).toEqual(REFUSED)
    },
  )

  it('returns a void token if all tokens are revoked in the middle of the request', async () => {
    const { actor } = await someoneLoggedIn(service)
    const { revocations } = service.deps
    const findLive: typeof revocations.findLive = async (...asked) => {
      const found = await revocations.findLive(...asked)
      await service.call(revokeAccess, { body: { kind: 'identity', id: actor.identity_id }, actor: SERVICE })
      await sleep(1001 - (Date.now() % 1000)) // tokens are dated to whole seconds: this one would be dated to the next one
      return found
    }

    const { token } = await issueAnother(
      actor,
      { ...service.deps, revocations: { ...revocations, findLive } },
      Date.now() + 20_000,
    )

    const [revocation] = await revocations.findLive([accessKeys.identity(actor.identity_id)], new Date(), Date.now() + 30_000)
    expect(decodeJwt(token).iat).toBeLessThan(revocation!.since!)
  })

  it('answers every one of many concurrent requests', async () => {
    const { actor } = await someoneLoggedIn(service)

    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(actor)))

    expect(new Set(answers.map(({ body }) => decodeJwt(body.token).jti)).size).toBe(20)
  })

  const stranger = {
    type: 'identity',
    id: 'cus_1',
    actor_type: 'customer',
    token_id: null,
    session_id: null,
    issued_at: 1,
  } as const
  it.each<[string, Actor]>([
    ['an identity of another issuer', { ...stranger, identity_id: 'auth0|1' }],
    ['an anonymous actor', { type: 'anonymous' }],
    ['a member, the actor of other operations', memberOf('sel_1')],
  ])('rejects %s', async (_who, actor) => {
    expect(summary(await refresh(actor))).toEqual(REFUSED)
  })

  it('rejects an actor type that is not the identity’s', async () => {
    const { actor } = await someoneLoggedIn(service)

    expect(summary(await refresh({ ...actor, actor_type: 'user' }))).toEqual(REFUSED)
  })

  it('rejects a body that is not empty', async () => {
    const { actor } = await someoneLoggedIn(service)

    expect((await service.send(refreshToken, { actor, body: { actor_id: 'user_1' } })).status).toBe(400)
  })
})
