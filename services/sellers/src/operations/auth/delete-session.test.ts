import { type Actor, createSession, deleteSession, refreshToken } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSellers } from '../../../test/service.ts'
import { holderOf, someoneLoggedIn } from '../../../test/sessions.ts'
import { accessEntries } from '../../background/keep-access-in-sync.ts'

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
})
afterAll(() => service.stop())

const end = (actor: Actor, body?: unknown) => service.send(deleteSession, { actor, body })
async function aSession() {
  const { actor } = await someoneLoggedIn(service)
  const { session_token } = await service.send(createSession, { actor })
  return { bearer: actor, session: holderOf(session_token!) }
}

describe('delete-session', () => {
  it('revokes the token of the session, and no other', async () => {
    const { bearer, session } = await aSession()

    const { status, body } = await end(session)

    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    const entries = await accessEntries(service.deps)
    expect(entries.has(accessKeys.token(session.token_id!))).toBe(true)
    expect(entries.has(accessKeys.token(bearer.token_id!))).toBe(false)
    expect((await service.send(refreshToken, { actor: session })).status).toBe(401)
    expect((await service.send(refreshToken, { actor: bearer })).status).toBe(200)
  })

  it('ends what was made of the session: refreshed tokens, what these were refreshed to, and sessions begun with them', async () => {
    const { bearer, session } = await aSession()
    const refreshed = async (actor: Actor) => holderOf((await service.call(refreshToken, { actor })).token)
    const child = await refreshed(session)
    const grandchild = await refreshed(child)
    const another = holderOf((await service.send(createSession, { actor: grandchild })).session_token!)
    const ofAnother = await refreshed(another)

    await end(another)

    for (const actor of [session, child, grandchild, another, ofAnother]) {
      expect(actor.session_id).toBe(session.token_id)
      for (const operation of [refreshToken, createSession]) expect((await service.send(operation, { actor })).status).toBe(401)
    }
    expect((await service.send(refreshToken, { actor: bearer })).status).toBe(200)
    expect((await accessEntries(service.deps)).has(accessKeys.token(session.token_id!))).toBe(true)
  })

  it('does no harm when it is repeated, or comes many times at once', async () => {
    const { session } = await aSession()

    const answers = await Promise.all(Array.from({ length: 10 }, () => end(session)))

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const name = accessKeys.token(session.token_id!)
    expect(await service.db.collection('revocations').countDocuments({ _id: name as never })).toBe(1)
  })

  it('keeps it revoked for as long as it would be valid, though tokens live shorter now', async () => {
    const { session } = await aSession()
    const until = new Date(Date.now() + 30 * 86_400_000)
    const of = { _id: session.identity_id as never }
    await service.db.collection('token_holders').updateOne(of, { $set: { expires_at: until } })

    await end(session)

    const record = await service.db.collection('revocations').findOne({ _id: accessKeys.token(session.token_id!) as never })
    expect(record!.expires_at.getTime()).toBeGreaterThan(until.getTime())
  })

  it('refuses nobody, and a token without a name', async () => {
    const { session } = await aSession()

    expect((await end({ type: 'anonymous' })).status).toBe(401)
    expect((await end({ ...session, token_id: null })).status).toBe(401)
  })

  it('refuses a body with anything in it', async () => {
    const { session } = await aSession()

    expect((await end(session, { all: true })).status).toBe(400)
  })
})
