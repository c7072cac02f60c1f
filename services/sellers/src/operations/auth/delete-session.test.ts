import { type Actor, createSession, deleteSession, refreshToken, revokeAccess } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { toldBeforeAnswered } from '../../../test/before-the-answer.ts'
import { startSellers } from '../../../test/service.ts'
import { holderOf, someoneLoggedIn } from '../../../test/sessions.ts'
import { accessEntries } from '../../background/keep-access-in-sync.ts'
import { MAX_ENDED } from '../../credentials/end-session.ts'

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

    const key = accessKeys.token(session.token_id!)
    const { answer, entry } = await toldBeforeAnswered(service, key, () => end(session))

    expect([answer.status, answer.body, entry]).toEqual([200, { success: true }, {}])
    const entries = await accessEntries(service.deps)
    expect(entries.has(key)).toBe(true)
    expect(entries.has(accessKeys.token(bearer.token_id!))).toBe(false)
    expect((await service.send(refreshToken, { actor: session })).status).toBe(401)
    expect((await service.send(refreshToken, { actor: bearer })).status).toBe(200)
  })

  it('also ends what came of the session: refreshed tokens, and sessions begun with them', async () => {
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

  it('does no harm when it is repeated, even concurrently', async () => {
    const { session } = await aSession()

    const answers = await Promise.all(Array.from({ length: 10 }, () => end(session)))

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const name = accessKeys.token(session.token_id!)
    expect(await service.db.collection('revocations').countDocuments({ _id: name as never })).toBe(1)
  })

  it('keeps the token revoked for as long as it would be valid, even if new tokens expire sooner', async () => {
    const { session } = await aSession()
    const until = new Date(Date.now() + 30 * 86_400_000)
    const of = { _id: session.identity_id as never }
    await service.db.collection('token_holders').updateOne(of, { $set: { expires_at: until } })

    await end(session)

    const record = await service.db.collection('revocations').findOne({ _id: accessKeys.token(session.token_id!) as never })
    expect(record!.expires_at.getTime()).toBeGreaterThan(until.getTime())
  })

  it('rejects anonymous requests and tokens without an id', async () => {
    const { session } = await aSession()

    expect((await end({ type: 'anonymous' })).status).toBe(401)
    expect((await end({ ...session, token_id: null })).status).toBe(401)
  })

  it('rejects a body that is not empty', async () => {
    const { session } = await aSession()

    expect((await end(session, { all: true })).status).toBe(400)
  })

  it('ends all sessions of an identity with one entry, once many were ended one by one', async () => {
    const { actor } = await someoneLoggedIn(service)
    const begin = async (by: Actor) => holderOf((await service.send(createSession, { actor: by })).session_token!)
    for (let n = 0; n < MAX_ENDED; n++) expect((await end(await begin(actor))).status).toBe(200)
    const [last, elsewhere] = [await begin(actor), await begin(actor)]
    const before = await accessEntries(service.deps)

    expect((await end(last)).status).toBe(200)

    const after = await accessEntries(service.deps)
    const since = accessKeys.identity(actor.identity_id)
    expect([...after.keys()].filter((name) => !before.has(name))).toEqual([since])
    for (const of of [actor, last, elsewhere]) {
      expect(of.issued_at).toBeLessThan((after.get(since) as { iat: number }).iat)
      expect((await service.send(refreshToken, { actor: of })).status).toBe(401)
    }
    expect((await end(last)).status).toBe(200)
    expect((await accessEntries(service.deps)).get(since)).toEqual(after.get(since))
  })

  it('asks to retry for a session that began in the very second in which all were ended', async () => {
    const { actor } = await someoneLoggedIn(service)
    const sessions = Array.from({ length: MAX_ENDED }, (_, n) => ({ ...actor, token_id: `${actor.identity_id}_${n}` }))
    await Promise.all(sessions.map((session) => end(session)))
    const next = { ...actor, token_id: `${actor.identity_id}_next`, issued_at: Math.floor(Date.now() / 1000) + 5 }

    expect(await end(next)).toMatchObject({ status: 429, retry_after: expect.stringMatching(/^[1-5]$/) })
    await vi.waitFor(async () => expect((await end(next)).status).toBe(200), { interval: 100 })

    const entry = (await accessEntries(service.deps)).get(accessKeys.identity(actor.identity_id)) as { iat: number }
    expect(entry.iat).toBeGreaterThan(next.issued_at)
  })

  it('leaves none of many sessions valid that are ended concurrently', async () => {
    const { actor } = await someoneLoggedIn(service)
    const sessions = Array.from({ length: 3 * MAX_ENDED }, (_, n) => ({ ...actor, token_id: `${actor.identity_id}_${n}` }))

    const answers = await Promise.all(sessions.map((session) => service.send(deleteSession, { actor: session, ...patient() })))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const entries = await accessEntries(service.deps)
    const { iat = 0 } = (entries.get(accessKeys.identity(actor.identity_id)) ?? {}) as { iat?: number }
    for (const { token_id, issued_at } of sessions)
      expect(entries.has(accessKeys.token(token_id)) || issued_at < iat, token_id).toBe(true)
  })

  it('leaves its outcome open if the bucket cannot be written: it is on record; a repeat ends it', async () => {
    const { session } = await aSession()
    const write = vi.spyOn(service.deps.access, 'write').mockRejectedValueOnce(new Error('the bucket is away'))

    const { status, body } = await service.send(deleteSession, { actor: session, tries: 1 })

    expect([status, body.code]).toEqual([504, 'outcome_unknown'])
    write.mockRestore()
    expect((await end(session)).status).toBe(200)
    expect((await accessEntries(service.deps)).has(accessKeys.token(session.token_id!))).toBe(true)
  })

  it('is unavailable when the bucket is three quarters full; users can still be revoked then', async () => {
    const { session } = await aSession()
    for (let n = 0; n < 34; n++) await service.deps.access.put(`key.${n}`, { token: 'k'.repeat(95_000) })
    await new Promise((resolve) => setTimeout(resolve, 1100)) // the size is cached for a second

    expect((await service.send(deleteSession, { actor: session, tries: 1 })).status).toBe(503)
    expect((await accessEntries(service.deps)).has(accessKeys.token(session.token_id!))).toBe(false)
    expect((await service.send(revokeAccess, { body: { kind: 'user', id: 'user_1' } })).status).toBe(200)
  })
})
