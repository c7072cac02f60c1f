import {
  acceptInvite,
  createInvite,
  deleteInvite,
  getInvite,
  getOwnUser,
  listInvites,
  listUsers,
  logIn,
  type Operation,
  resendInvite,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { memberOf } from '../../../test/builders.ts'
import { PASSWORD, someoneRegistered } from '../../../test/people.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

let service: SellersUnderTest
let invited = 0

beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

const anEmail = () => `invited-${++invited}@example.com`
const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  service.admin(operation, { params: { id } as never, ...options })
async function made(email = anEmail()) {
  const { status, body } = await service.admin(createInvite, { body: { email } })
  expect(status).toBe(200)
  return body.invite as { id: string; email: string; token: string; expires_at: string }
}
const accept = (token: string, actor: CallOptions<Operation>['actor'], body: object = {}, options: object = {}) =>
  service.send(acceptInvite, { query: `token=${token}`, body, actor: actor!, ...options })
const expire = (id: string) =>
  service.db
    .collection<{ _id: string }>('invites')
    .updateOne({ _id: id }, { $set: { expires_at: '2026-01-01T00:00:00.000Z' }, $inc: { revision: 1 } } as object)
const unknown = (id: string) => [404, 'not_found', `Invite with id: ${id} was not found`]
const IN_USE = [400, 'invalid_data', 'The user is already authenticated and cannot accept an invite.']
const UNAUTHORIZED = [401, 'unauthorized', 'Unauthorized']

describe('create-invite', () => {
  it('invites somebody for a day', async () => {
    const email = anEmail()
    const { status, body, etag } = await service.admin(createInvite, { body: { email: email.toUpperCase(), metadata: { a: 1 } } })

    const { id, token, expires_at, created_at } = body.invite
    expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"1-[\w-]+"$/) })
    expect(body.invite).toEqual({
      id,
      email,
      token,
      expires_at,
      accepted: false,
      metadata: { a: 1 },
      created_at,
      updated_at: created_at,
      deleted_at: null,
    })
    const left = Date.parse(expires_at) - Date.now()
    expect(left).toBeGreaterThan(86_000_000)
    expect(left).toBeLessThan(86_400_001)
    // The claims that the invite's page reads.
    expect(decodeJwt(token)).toMatchObject({ id, email, jti: expect.any(String), exp: Math.floor(Date.parse(expires_at) / 1000) })
    const stored = await service.db.collection('invites').findOne({ _id: id as never })
    expect(JSON.stringify(stored)).not.toContain(decodeJwt(token).jti)
    expect((await send(getInvite, id)).body.invite).toEqual(body.invite)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'invite.created', ids: { id } }])
  })

  it('accepts only an empty list of roles, because there are no roles', async () => {
    const [first, second] = ['roles-1@example.com', 'roles-2@example.com']
    const refused = await service.admin(createInvite, { body: { email: first, roles: ['role_a', 'role_b', 'role_a'] } })
    expect(refusal(refused)).toEqual([400, 'invalid_data', 'The following role IDs do not exist: role_a, role_b'])
    for (const body of [
      { email: first, roles: [] },
      { email: second, roles: null },
    ])
      expect((await service.admin(createInvite, { body })).body.invite).not.toHaveProperty('roles')
  })

  it('rejects the e-mail of a user or of another invite, and invalid bodies', async () => {
    const { email, actor } = await someoneRegistered(service)
    const invite = await made(email)
    expect(refusal(await service.admin(createInvite, { body: { email } }))).toEqual([
      400,
      'invalid_data',
      `Invite with email: ${email}, already exists.`,
    ])
    await accept(invite.token, actor)
    expect(refusal(await service.admin(createInvite, { body: { email } }))).toEqual([
      400,
      'invalid_data',
      `User account for following email(s) already exist: ${email}`,
    ])
    for (const body of [{}, { email: 1 }, { email: '' }, { email: 'a@example.com', foo: 1 }])
      expect((await service.admin(createInvite, { body })).status).toBe(400)
  })

  it('creates only one of many concurrent invites for the same e-mail', async () => {
    const email = anEmail()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.admin(createInvite, { body: { email }, ...patient() })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)])
  })
})

describe('resend-invite', () => {
  it('voids the former token, and makes the invite valid for another day', async () => {
    const invite = await made()
    await expire(invite.id)
    const { status, body, etag } = await send(resendInvite, invite.id, { body: {} })
    expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"3-[\w-]+"$/) })
    expect(body.invite.token).not.toBe(invite.token)
    expect(Date.parse(body.invite.expires_at)).toBeGreaterThan(Date.now())
    expect(await service.eventsOf(invite.id, 2)).toMatchObject([{}, { type: 'invite.updated', ids: { id: invite.id } }])

    const { actor } = await someoneRegistered(service)
    expect(refusal(await accept(invite.token, actor))).toEqual(UNAUTHORIZED)
    expect((await accept(body.invite.token, actor)).status).toBe(200)
  })

  it('rejects unknown invites and wrong revisions', async () => {
    const refused = refusal(await send(resendInvite, 'invite_none', { body: {} }))
    expect(refused).toEqual([400, 'invalid_data', 'The following invites do not exist: invite_none'])
    expect((await send(resendInvite, (await made()).id, { body: {}, if_match: '"7"' })).status).toBe(412)
  })
})

describe('delete-invite', () => {
  it('withdraws the invite, and voids its token', async () => {
    const { id, token } = await made()
    expect(await send(deleteInvite, id)).toMatchObject({
      status: 200,
      body: { id, object: 'invite', deleted: true },
      etag: '"2"',
    })
    expect(refusal(await send(getInvite, id))).toEqual(unknown(id))
    const { actor } = await someoneRegistered(service)
    expect(refusal(await accept(token, actor))).toEqual(UNAUTHORIZED)
    expect(await send(deleteInvite, id)).toMatchObject({ status: 200, body: { deleted: true }, etag: undefined })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'invite.deleted' }])
  })
})

describe('accept-invite', () => {
  it('makes a registered identity an administrator', async () => {
    const invite = await made()
    const { email, actor } = await someoneRegistered(service)
    const { status, body, etag } = await accept(invite.token, actor, { first_name: 'Ada', last_name: 'Admin' })

    const { id, created_at } = body.user
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(body.user).toEqual({
      ...{ id, email: invite.email, first_name: 'Ada', last_name: 'Admin', avatar_url: null, metadata: null },
      ...{ created_at, updated_at: created_at, deleted_at: null },
    })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'user.created', ids: { id } }])
    const { token } = await service.call(logIn, { params: { actor_type: 'user' }, body: { email, password: PASSWORD } })
    expect(decodeJwt(token)).toMatchObject({ actor_id: id, app_metadata: { user_id: id } })
    const own = await service.send(getOwnUser, { actor: { type: 'user', id, identity_id: actor.identity_id } })
    expect(own.body.user).toEqual(body.user)
    expect((await service.admin(listInvites, { query: `id=${invite.id}` })).body.count).toBe(0)
  })

  it('accepts an e-mail other than the invite’s, unless another user has it', async () => {
    const [first, second] = [await made(), await made()]
    const [ann, bob] = [await someoneRegistered(service), await someoneRegistered(service)]
    const email = anEmail()
    expect((await accept(first.token, ann.actor, { email })).body.user).toMatchObject({ email })
    expect(refusal(await accept(second.token, bob.actor, { email }))).toEqual(UNAUTHORIZED)
    expect((await accept(second.token, bob.actor)).body.user).toMatchObject({ email: second.email })
  })

  it('succeeds once: rejects everybody afterwards, but answers attempts of the same request alike', async () => {
    const { token } = await made()
    const [ann, bob] = [await someoneRegistered(service), await someoneRegistered(service)]
    const attempt = { op_id: mintOpId(Date.now()) }
    const first = await accept(token, ann.actor, {}, attempt)
    expect(await accept(token, ann.actor, {}, attempt)).toMatchObject({ status: 200, text: first.text })
    expect(refusal(await accept(token, ann.actor))).toEqual(UNAUTHORIZED)
    expect(refusal(await accept(token, bob.actor))).toEqual(UNAUTHORIZED)
    const loggedIn = { ...ann.actor, id: first.body.user.id }
    expect(refusal(await accept(token, loggedIn))).toEqual(IN_USE)
    expect((await service.admin(listUsers, { query: `email=${first.body.user.email}` })).body.count).toBe(1)
    const other = await made()
    expect(refusal(await accept(other.token, ann.actor))).toEqual(IN_USE)
    for (const nothing of ['', 'nonsense']) expect(refusal(await accept(nothing, loggedIn))).toEqual(IN_USE)
    await expire(other.id)
    expect(refusal(await accept(other.token, loggedIn))).toEqual(IN_USE)
    expect(refusal(await accept(other.token, ann.actor))).toEqual(UNAUTHORIZED)
  })

  it('lets the same identity finish an acceptance that was cut short', async () => {
    const { token } = await made()
    const { actor } = await someoneRegistered(service)
    const first = await accept(token, actor)
    const identity = { _id: actor.identity_id } as object
    await service.db.collection('auth_identities').updateOne(identity, { $set: { actor_id: '' } })
    expect(await accept(token, actor)).toMatchObject({ status: 200, text: first.text })
    expect(refusal(await accept(token, actor))).toEqual(UNAUTHORIZED)
  })

  it.each([
    ['another acceptance', async () => false],
    ['another acceptance, in an attempt that was cut short', () => Promise.reject(new Error('cut'))],
  ])('leaves no user of an invite whose log-in became another user’s by %s', async (_case, outcome) => {
    const { token, email } = await made()
    const { actor } = await someoneRegistered(service)
    const identities = service.db.collection('auth_identities')
    const claim = vi.spyOn(service.deps.identities, 'claim').mockImplementationOnce(async () => {
      await identities.updateOne({ _id: actor.identity_id } as object, { $set: { actor_id: 'user_of_another_invite' } })
      return outcome()
    })
    const answer = await accept(token, actor)
    claim.mockRestore()

    if (answer.status !== 500) expect(refusal(answer)).toEqual(IN_USE)
    expect(refusal(await accept(token, actor))).toEqual(IN_USE)
    expect((await service.admin(listUsers, { query: `email=${email}` })).body.count).toBe(0)
    expect((await service.admin(createInvite, { body: { email } })).status).toBe(200)
  })

  it('makes one user when one identity accepts two invites concurrently', async () => {
    const invites = [await made(), await made()]
    const { actor } = await someoneRegistered(service)
    const answers = await Promise.all(invites.map(({ token }) => accept(token, actor, {}, patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const counts = await Promise.all(invites.map(({ email }) => service.admin(listUsers, { query: `email=${email}` })))
    expect(counts.map(({ body }) => body.count)).toEqual(answers.map(({ status }) => (status === 200 ? 1 : 0)))
  })

  it('rejects it if another user gets the e-mail at that very moment, and can be repeated with another one', async () => {
    const [first, second] = [await made(), await made()]
    const [ann, bob] = [await someoneRegistered(service), await someoneRegistered(service)]
    expect((await accept(first.token, ann.actor)).status).toBe(200)
    const find = vi.spyOn(service.deps.users, 'findByEmail').mockResolvedValueOnce(undefined)
    const answer = await accept(second.token, bob.actor, { email: first.email })
    find.mockRestore()

    expect(refusal(answer)).toEqual(UNAUTHORIZED)
    expect((await accept(second.token, bob.actor)).body.user).toMatchObject({ email: second.email })
  })

  it('admits only one of many who use the token concurrently, however often each retries', async () => {
    const { token } = await made()
    const people = await Promise.all(Array.from({ length: 4 }, () => someoneRegistered(service)))
    const requests = people.map(({ actor }) => ({ actor, op_id: mintOpId(Date.now()) }))
    const answers = await Promise.all(
      [...requests, ...requests].map(({ actor, op_id }) => accept(token, actor, {}, { op_id, ...patient() })),
    )
    const let_in = answers.filter(({ status }) => status === 200)
    expect(new Set(let_in.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    const identities = await service.db
      .collection('auth_identities')
      .countDocuments({ actor_id: let_in[0]!.body.user.id } as object)
    expect(identities).toBe(1)
  })

  it('rejects invalid and expired tokens, and identities that are not users’', async () => {
    const invite = await made()
    const { actor } = await someoneRegistered(service)
    const [head, claims] = invite.token.split('.')
    const guessed = Buffer.from(JSON.stringify({ ...decodeJwt(invite.token), jti: '0'.repeat(64) })).toString('base64url')
    for (const token of ['', 'nonsense', 'a.b.c', `${head}.${guessed}.c`, `${head}.${claims!.slice(2)}.c`])
      expect(refusal(await accept(token, actor)), token).toEqual(UNAUTHORIZED)
    expect(refusal(await accept(invite.token, (await someoneRegistered(service, 'customer')).actor))).toEqual(UNAUTHORIZED)
    expect(refusal(await accept(invite.token, { ...actor, identity_id: 'authid_none' }))).toEqual(UNAUTHORIZED)
    await expire(invite.id)
    expect(refusal(await accept(invite.token, actor))).toEqual(UNAUTHORIZED)
    expect((await service.send(acceptInvite, { actor, body: {} })).status).toBe(400)
  })
})

describe('list-invites', () => {
  const list = async (query: string) => (await service.admin(listInvites, { query })).body

  it('pages, filters, sorts and searches', async () => {
    const [a, b] = [await made('zora.unique@example.com'), await made('zora.other@example.com')]
    expect(await list('q=zora')).toMatchObject({
      count: 2,
      offset: 0,
      limit: 50,
      invites: [{ id: a.id, token: a.token }, { id: b.id }],
    })
    expect(await list('q=ora.uniq')).toMatchObject({ count: 1, invites: [{ id: a.id }] })
    expect(await list('q=zora&order=-email&limit=1')).toMatchObject({ count: 2, invites: [{ id: a.id }] })
    expect(await list(`email=${a.email}`)).toMatchObject({ count: 1, invites: [{ id: a.id }] })
  })

  it('answers every filter, order and search from an index', async () => {
    const { filters, orders, search } = queriesOf(listInvites)
    const queries = [...filters, ...orders, ...search]
    const plans = await plansOf(service.db, async () => {
      for (const query of queries) await list(`fields=id&limit=3&${query}`)
    })
    expect(plans.length).toBeGreaterThanOrEqual(queries.length)
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

it.each([listInvites, createInvite, getInvite, deleteInvite, resendInvite])(
  '$name is for administrators only',
  async (operation) => {
    const options = { params: { id: 'invite_1' } as never, body: {}, actor: memberOf('sel_1') }
    expect((await service.send(operation as Operation, options)).status).toBe(401)
  },
)
