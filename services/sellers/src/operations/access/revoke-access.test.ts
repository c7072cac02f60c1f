import { logIn, type Revocation, revokeAccess, type User } from '@souk/contracts'
import { accessKeys, createLogger, watchAccessBucket } from '@souk/runtime'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { toldBeforeAnswered } from '../../../test/before-the-answer.ts'
import { aMember, aSeller } from '../../../test/builders.ts'
import { startSellers } from '../../../test/service.ts'
import { accessEntries } from '../../background/keep-access-in-sync.ts'
import { hashPassword } from '../../credentials/passwords.ts'
import type { AuthIdentity } from '../../domain/identities/identity.ts'

const AT = '2026-01-01T00:00:00.000Z'
const PASSWORD = 'correct horse'
const REFUSED = { status: 401, type: 'unauthorized', message: 'Invalid email or password' }
const DAY_MS = 86_400_000

let service: Awaited<ReturnType<typeof startSellers>>
let password_hash: string
let n = 0

beforeAll(async () => {
  service = await startSellers()
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => service.stop())

/** An identity that can log in, with its record. */
async function someone(actor_type: AuthIdentity['actor_type']) {
  const id = `${++n}`
  const seller_id = actor_type === 'seller' ? `sel_${id}` : null
  const actor_id = actor_type === 'seller' ? `mem_${id}` : actor_type === 'user' ? `user_${id}` : `cus_${id}`
  const email = `${id}@example.com`
  const identity = { id: `authid_${id}`, provider: 'emailpass', actor_type, email, password_hash, actor_id, seller_id } as const
  const user: User = {
    id: actor_id,
    email,
    first_name: null,
    last_name: null,
    avatar_url: null,
    metadata: null,
    deleted_at: null,
    created_at: AT,
    updated_at: AT,
  }
  await insertMissing(service.db, {
    sellers: seller_id ? [aSeller({ id: seller_id, handle: id, members: [aMember({ id: actor_id, seller_id })] })] : [],
    auth_identities: [{ ...identity, created_at: AT, updated_at: AT }],
    users: actor_type === 'user' ? [user] : [],
  })
  return identity
}

const enter = ({ actor_type, email }: Pick<AuthIdentity, 'actor_type' | 'email'>, password = PASSWORD) =>
  service.send(logIn, { params: { actor_type }, body: { email, password } })
const summary = ({ status, body }: { status: number; body: { type: string; message: string } }) => ({
  status,
  type: body.type,
  message: body.message,
})
const revoke = (body: Revocation) => service.call(revokeAccess, { body, actor: { type: 'service', id: 'orders' } })
const entries = () => accessEntries(service.deps)
const records = () => service.db.collection('revocations')

describe('revoke-access', () => {
  it('is stored, reaches the bucket before the answer, and stays there', async () => {
    const bucket = watchAccessBucket(service.bus, createLogger('test', 'silent'))
    await vi.waitFor(() => expect(bucket.complete).toBe(true))

    const { answer, entry } = await toldBeforeAnswered(service, accessKeys.token('lost'), () =>
      revoke({ kind: 'token', id: 'lost' }),
    )
    const { revocation } = answer
    expect(entry).toEqual({})
    await vi.waitFor(() => expect(bucket.has('jti.lost')).toBe(true))
    for (let i = 0; i < 2; i++) await service.deps.access.sync(entries)
    await service.deps.access.put('jti.unknown', {})
    await vi.waitFor(() => expect(bucket.has('jti.unknown')).toBe(true))
    await service.deps.access.sync(entries)

    await vi.waitFor(() => expect(bucket.has('jti.unknown')).toBe(false))
    expect(bucket.has('jti.lost')).toBe(true)
    expect(revocation).toMatchObject({ kind: 'token', id: 'lost' })
    expect(Date.parse(revocation.expires_at) - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
    bucket.stop()
  })

  it('survives a sync that read the records before it was made', async () => {
    await service.deps.access.sync(async () => {
      const before = await entries()
      await revoke({ kind: 'token', id: 'meanwhile' })
      return before
    })

    const bucket = watchAccessBucket(service.bus, createLogger('test', 'silent'))
    await vi.waitFor(() => expect(bucket.complete).toBe(true))
    expect(bucket.has('jti.meanwhile')).toBe(true)
    bucket.stop()
  })

  it('replaces an id that cannot be part of a key by its hash, as gateways do', async () => {
    await revoke({ kind: 'token', id: 'auth0|a b.c*>' })

    const key = accessKeys.token('auth0|a b.c*>')
    expect(key).toMatch(/^jti\.=[\w-]{43}$/)
    expect((await entries()).has(key)).toBe(true)
  })

  it('is dropped once nothing that it revokes is still valid', async () => {
    await revoke({ kind: 'token', id: 'old' })
    await records().updateOne({ _id: 'jti.old' as never }, { $set: { expires_at: new Date(Date.now() - 1) } })

    expect((await entries()).has('jti.old')).toBe(false)
    expect(await records().indexes()).toContainEqual(expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }))
  })

  it('lasts as long as the last token that it affects, even if new tokens expire sooner', async () => {
    const seller = await someone('seller')
    const until = new Date(Date.now() + 30 * DAY_MS)
    await service.deps.tokenHolders.note({ ...seller, created_at: AT, updated_at: AT }, until, Date.now() + 30_000)

    for (const body of [
      { kind: 'identity', id: seller.id },
      { kind: 'member', id: seller.actor_id },
      { kind: 'seller', id: seller.seller_id! },
    ] as const)
      expect(Date.parse((await revoke(body)).revocation.expires_at)).toBeGreaterThan(until.getTime())
  })

  it('of an identity voids its earlier tokens but not later ones, even within the same second', async () => {
    const seller = await someone('seller')
    const before = decodeJwt((await enter(seller)).body.token)

    await revoke({ kind: 'identity', id: seller.id })
    const after = decodeJwt((await enter(seller)).body.token)

    const { iat: since } = (await entries()).get(accessKeys.identity(seller.id)) as { iat: number }
    expect(before.iat).toBeLessThan(since)
    expect(after.iat).toBeGreaterThanOrEqual(since)
  })

  it('counts from the latest request when repeated or concurrent', async () => {
    const key = accessKeys.identity('authid_many')
    const many = () => Promise.all(Array.from({ length: 20 }, () => revoke({ kind: 'identity', id: 'authid_many' })))
    await many()
    await records().updateOne({ _id: key as never }, { $set: { since: 1, expires_at: new Date(Date.now() + 60_000) } })
    await service.deps.access.sync(entries)
    const bucket = watchAccessBucket(service.bus, createLogger('test', 'silent'))
    await vi.waitFor(() => expect(bucket.get(key)).toEqual({ iat: 1 }))
    const now = Math.floor(Date.now() / 1000)

    await many()

    const record = await records().findOne({ _id: key as never })
    expect(record!.since).toBeGreaterThan(now)
    expect(record!.expires_at.getTime()).toBeGreaterThan(Date.now() + DAY_MS - 60_000)
    await vi.waitFor(() => expect(bucket.get(key)).toEqual({ iat: record!.since }))

    await records().updateOne({ _id: key as never }, { $set: { since: now + 9000 } })
    await many()
    expect((await entries()).get(key)).toEqual({ iat: now + 9000 })
    await vi.waitFor(() => expect(bucket.get(key)).toEqual({ iat: now + 9000 }))
    bucket.stop()
  })

  it.each([
    ['user', 'user', 'actor_id'],
    ['member', 'seller', 'actor_id'],
    ['seller', 'seller', 'seller_id'],
    ['customer', 'customer', 'actor_id'],
  ] as const)('of a %s prevents all log-ins, even long after it has expired', async (kind, actor_type, field) => {
    const [gone, other] = [await someone(actor_type), await someone(actor_type)]
    expect((await enter(gone)).status).toBe(200)

    await revoke({ kind, id: gone[field]! })
    expect((await entries()).get(accessKeys[kind](gone[field]!))).toEqual({ deleted: true })
    expect(summary(await enter(gone))).toEqual(REFUSED)
    await records().deleteMany({})
    expect(summary(await enter(gone))).toEqual(REFUSED)
    expect((await enter(other)).status).toBe(200)
  })

  it.each([
    ['no kind', { id: 'x' }],
    ['an unknown kind', { kind: 'everybody', id: 'x' }],
    ['no id', { kind: 'user', id: '' }],
  ])('rejects %s', async (_what, body) => {
    expect((await service.send(revokeAccess, { body, actor: { type: 'service', id: 'orders' } })).status).toBe(400)
  })
})

describe('an actor who is gone', () => {
  const change = (collection: string, _id: string, $set: object) =>
    service.db.collection(collection).updateOne({ _id: _id as never }, { $set })
  const remove = (collection: string, _id: string) => service.db.collection(collection).deleteOne({ _id: _id as never })
  type Someone = Awaited<ReturnType<typeof someone>>
  const cases: [string, AuthIdentity['actor_type'], (one: Someone) => Promise<unknown>, (one: Someone) => string][] = [
    [
      'a deleted user',
      'user',
      ({ actor_id }) => change('users', actor_id, { deleted_at: AT, revision: 2 }),
      ({ actor_id }) => accessKeys.user(actor_id),
    ],
    ['a user without a record', 'user', ({ actor_id }) => remove('users', actor_id), ({ id }) => accessKeys.identity(id)],
    [
      'a deleted member',
      'seller',
      ({ seller_id }) => change('sellers', seller_id!, { 'members.0.deleted_at': AT, revision: 2 }),
      ({ actor_id }) => accessKeys.member(actor_id),
    ],
    [
      'a member of no seller any more',
      'seller',
      ({ seller_id }) => change('sellers', seller_id!, { members: [], revision: 2 }),
      ({ id }) => accessKeys.identity(id),
    ],
    [
      'a member of a deleted seller',
      'seller',
      ({ seller_id }) => change('sellers', seller_id!, { deleted_at: AT, revision: 2 }),
      ({ seller_id }) => accessKeys.seller(seller_id!),
    ],
    [
      'a member of a seller without a record',
      'seller',
      ({ seller_id }) => remove('sellers', seller_id!),
      ({ id }) => accessKeys.identity(id),
    ],
    [
      'a disabled identity',
      'customer',
      ({ id }) => change('auth_identities', id, { disabled_at: AT }),
      ({ id }) => accessKeys.identity(id),
    ],
    ['an identity without a record', 'customer', ({ id }) => remove('auth_identities', id), ({ id }) => accessKeys.identity(id)],
  ]
  it.each(cases)('can neither log in nor use earlier tokens: %s', async (_who, actor_type, leave, entryOf) => {
    const one = await someone(actor_type)
    const { iat } = decodeJwt((await enter(one)).body.token)
    expect((await entries()).has(entryOf(one))).toBe(false)

    await leave(one)

    expect(summary(await enter(one))).toEqual(REFUSED)
    const entry = (await entries()).get(entryOf(one)) as { iat?: number; deleted?: boolean }
    expect(entry.deleted === true || entry.iat! > iat!).toBe(true)
  })

  it('is rejected as slowly as a wrong password', async () => {
    const one = await someone('user')
    await revoke({ kind: 'user', id: one.actor_id })
    const times: Record<'gone' | 'wrong' | 'unknown', number[]> = { gone: [], wrong: [], unknown: [] }
    const asks = {
      gone: () => enter(one),
      wrong: () => enter(one, 'wrong'),
      unknown: () => enter({ ...one, email: 'nobody@example.com' }),
    }
    // Interleaved, taking the best of each, because other programs slow all three alike.
    const ratio = () => {
      const shortest = Object.values(times).map((all) => Math.min(...all))
      return Math.max(...shortest) / Math.min(...shortest)
    }
    for (let i = 0; i < 9 || (i < 40 && ratio() >= 3); i++)
      for (const [name, ask] of Object.entries(asks) as [keyof typeof asks, () => ReturnType<typeof enter>][]) {
        const began = performance.now()
        const answer = await ask()
        times[name].push(performance.now() - began)
        expect({ name, ...summary(answer) }).toEqual({ name, ...REFUSED })
      }

    expect(ratio()).toBeLessThan(3)
  })
})
