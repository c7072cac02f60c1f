import {
  acceptInvite,
  createInvite,
  createUserPasswordToken,
  deleteUser,
  getUser,
  listUserAuthProviders,
  listUsers,
  logIn,
  type Operation,
  refreshToken,
  register,
  type User,
  updatePassword,
  updateUser,
} from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import { type CallOptions, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { toldBeforeAnswered } from '../../../test/before-the-answer.ts'
import { memberOf } from '../../../test/builders.ts'
import { PASSWORD, someoneRegistered } from '../../../test/people.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'
import { holderOf } from '../../../test/sessions.ts'
import { accessEntries } from '../../background/keep-access-in-sync.ts'

let service: SellersUnderTest
let users = 0

beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  service.admin(operation, { params: { id } as never, ...options })
/** An administrator who can log in. */
async function anAdministrator(body: object = {}): Promise<User & { log_in: string; identity_id: string }> {
  const { token } = (await service.admin(createInvite, { body: { email: `user-${++users}@example.com` } })).body.invite
  const { email, actor } = await someoneRegistered(service)
  const accepted = await service.send(acceptInvite, { query: `token=${token}`, body, actor })
  return { ...accepted.body.user, log_in: email, identity_id: actor.identity_id }
}
const enter = (email: string) => service.send(logIn, { params: { actor_type: 'user' }, body: { email, password: PASSWORD } })
const unknown = (id: string) => [404, 'not_found', `User with id: ${id} was not found`]

describe('get-user and update-user', () => {
  it('show a user, and change the named fields', async () => {
    const { log_in: _, identity_id: __, ...user } = await anAdministrator({ first_name: 'Ann', last_name: 'Admin' })
    expect(await send(getUser, user.id)).toMatchObject({ status: 200, etag: '"1"', body: { user } })

    const body = { last_name: 'Doe', avatar_url: 'https://images.example/a.png', metadata: { a: 1 } }
    const changed = await send(updateUser, user.id, { body })
    expect(changed).toMatchObject({
      status: 200,
      etag: '"2"',
      body: { user: { ...user, ...body, updated_at: expect.any(String) } },
    })
    expect((await send(updateUser, user.id, { body: { first_name: null } })).body.user).toMatchObject({ first_name: null })
    expect(await service.eventsOf(user.id, 3)).toMatchObject([{}, { type: 'user.updated', ids: { id: user.id } }, {}])
  })

  it('reject unknown users, wrong revisions, and fields that cannot be changed', async () => {
    const { id } = await anAdministrator()
    expect(refusal(await send(getUser, 'user_none'))).toEqual(unknown('user_none'))
    expect(refusal(await send(updateUser, 'user_none', { body: {} }))).toEqual([
      404,
      'not_found',
      'User with id "user_none" not found',
    ])
    expect((await send(updateUser, id, { body: { first_name: 'A' }, if_match: '"7"' })).status).toBe(412)
    for (const body of [{ email: 'a@example.com' }, { first_name: 1 }, { metadata: [] }])
      expect((await send(updateUser, id, { body })).status).toBe(400)
  })

  it('lose none of many concurrent changes', async () => {
    const { id } = await anAdministrator()
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => send(updateUser, id, { body: { metadata: { [`key${n}`]: n } }, ...patient() })),
    )
    expect(Object.keys((await send(getUser, id)).body.user.metadata)).toHaveLength(12)
  })
})

describe('delete-user', () => {
  it('voids the tokens and removes the log-in, whose e-mail can be registered again', async () => {
    const { id, log_in, identity_id } = await anAdministrator()
    const { answer, entry } = await toldBeforeAnswered(service, accessKeys.user(id), () => send(deleteUser, id))
    const { status, body, etag } = answer
    expect({ status, body, etag }).toEqual({ status: 200, body: { id, object: 'user', deleted: true }, etag: '"2"' })
    expect(entry).toEqual({ deleted: true })
    expect(refusal(await send(getUser, id))).toEqual(unknown(id))
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'user.deleted', ids: { id } }])

    const entries = await accessEntries(service.deps)
    expect(entries.get(`user.${id}`)).toEqual({ deleted: true })
    expect(entries.get(`since.${identity_id}`)).toEqual({ iat: expect.any(Number) })
    expect(refusal(await enter(log_in))).toEqual([401, 'unauthorized', 'Invalid email or password'])

    const again = await service.send(register, { params: { actor_type: 'user' }, body: { email: log_in, password: 'another' } })
    expect(decodeJwt(again.body.token)).toMatchObject({ actor_id: '' })
    expect(decodeJwt(again.body.token).auth_identity_id).not.toBe(identity_id)
  })

  it('rejects deleting oneself, and succeeds for unknown users', async () => {
    const { id, identity_id } = await anAdministrator()
    const self = { actor: { type: 'user', id, identity_id } as const }
    expect(refusal(await send(deleteUser, id, self))).toEqual([400, 'not_allowed', 'A user cannot delete itself'])
    expect(await send(deleteUser, 'user_none')).toMatchObject({
      status: 200,
      body: { id: 'user_none', deleted: true },
      etag: undefined,
    })
    expect((await accessEntries(service.deps)).has('user.user_none')).toBe(false)
    expect((await send(deleteUser, id, { if_match: '"7"' })).status).toBe(412)
  })

  it('deletes once for many concurrent requests', async () => {
    const { id } = await anAdministrator()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(deleteUser, id, patient())))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(answers.filter(({ etag }) => etag !== undefined)).toHaveLength(1)
  })
})

describe('list-users', () => {
  const list = async (query: string) => (await service.admin(listUsers, { query })).body

  it('pages, filters, sorts and searches', async () => {
    const [a, b] = [
      await anAdministrator({ first_name: 'Quentin' }),
      await anAdministrator({ first_name: 'Quentin', last_name: 'B' }),
    ]
    expect(await list('q=quent')).toMatchObject({ count: 2, offset: 0, limit: 50, users: [{ id: a.id }, { id: b.id }] })
    expect(await list('q=uentin')).toMatchObject({ count: 2 })
    expect(await list('q=quentin b')).toMatchObject({ count: 1, users: [{ id: b.id, email: b.email }] })
    expect(await list(`email=${a.email}`)).toMatchObject({ count: 1, users: [{ id: a.id }] })
    expect(await list('first_name=Quentin&order=email&limit=1')).toMatchObject({ count: 2, users: [{ id: a.id }] })
    expect((await service.admin(listUsers, { query: 'order=metadata' })).status).toBe(400)
  })

  it('answers every filter, order and search from an index', async () => {
    const { filters, orders, search } = queriesOf(listUsers)
    const queries = [...filters, ...orders, ...search]
    const plans = await plansOf(service.db, async () => {
      for (const query of queries) await list(`fields=id&limit=3&${query}`)
    })
    expect(plans.length).toBeGreaterThanOrEqual(queries.length)
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

it('list-user-auth-providers names the ways to log in', async () => {
  const { id } = await anAdministrator()
  expect((await send(listUserAuthProviders, id)).body).toEqual({ providers: ['emailpass'] })
  const other = { first_name: null, last_name: null, avatar_url: null, metadata: null, deleted_at: null }
  const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
  await insertMissing(service.db, { users: [{ id: 'user_bare', email: 'bare@example.com', ...other, ...dates }] })
  expect((await send(listUserAuthProviders, 'user_bare')).body).toEqual({ providers: [] })
  expect(refusal(await send(listUserAuthProviders, 'user_none'))).toEqual(unknown('user_none'))
})

describe('create-user-password-token', () => {
  it('returns a token that can only set a password', async () => {
    const { id, log_in, identity_id } = await anAdministrator()
    const { status, body } = await send(createUserPasswordToken, id)
    expect(status).toBe(200)
    expect(decodeJwt(body.token)).toMatchObject({
      actor_type: 'password-reset',
      actor_id: '',
      auth_identity_id: identity_id,
      entity_id: log_in,
      provider: 'emailpass',
    })

    const actor = holderOf(body.token)
    expect((await service.send(refreshToken, { actor })).status).toBe(401)
    expect((await service.send(createUserPasswordToken, { params: { id }, actor })).status).toBe(401)
    expect((await enter(log_in)).status).toBe(200)
    const set = { params: { actor_type: 'user' }, body: { password: 'another password' }, actor } as const
    expect((await service.send(updatePassword, set)).status).toBe(200)
    expect((await enter(log_in)).status).toBe(401)
  })

  it('answers 404 for unknown users', async () => {
    expect(refusal(await send(createUserPasswordToken, 'user_none'))).toEqual(unknown('user_none'))
  })
})

it.each([listUsers, getUser, updateUser, deleteUser, listUserAuthProviders, createUserPasswordToken])(
  '$name is for administrators only',
  async (operation) => {
    const options = { params: { id: 'user_1' } as never, body: {}, actor: memberOf('sel_1') }
    expect((await service.send(operation as Operation, options)).status).toBe(401)
  },
)
