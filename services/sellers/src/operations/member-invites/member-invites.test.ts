import {
  type Actor,
  acceptMemberInvite,
  createMemberInvite,
  deleteMember,
  deleteMemberInvite,
  getMember,
  listMemberInvites,
  logIn,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { PASSWORD, someoneRegistered } from '../../../test/people.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

const ROLES = ['owner', 'admin', 'member'] as const
const [OWNER, ADMIN, MEMBER] = ROLES.map((role) => memberOf('sel_1', `mem_${role}`)) as [Actor, Actor, Actor]
const UNAUTHORIZED = [401, 'unauthorized', 'Unauthorized']
let service: SellersUnderTest
let invited = 0

beforeAll(async () => {
  service = await startForAdministrators()
  const members = ROLES.map((role) => aMember({ id: `mem_${role}`, role, email: `${role}@example.com` }))
  await insertMissing(service.db, {
    sellers: [
      aSeller({ members }),
      aSeller({ id: 'sel_2', handle: 'other', members: [aMember({ id: 'mem_foreign', seller_id: 'sel_2' })] }),
    ],
  })
})
afterAll(() => service.stop())

const anEmail = () => `invited-${++invited}@example.com`
const invite = (body: object = {}, actor: Actor = OWNER, options: object = {}) =>
  service.send(createMemberInvite, { actor, body: { email: anEmail(), role: 'member', ...body } as never, ...options })
/** An invite, and the token in its event. */
async function made(body: object = {}) {
  const { status, body: answer } = await invite(body)
  expect(status).toBe(201)
  const { id, email } = answer.invite as { id: string; email: string }
  const [created] = await service.eventsOf(id, 1)
  return { id, email, token: created!.ids.token! }
}
const accept = (token: string, actor: Actor, options: object = {}) =>
  service.send(acceptMemberInvite, { actor, body: { token, name: 'Bob' }, ...options })
const list = (query = '', actor: Actor = OWNER) => service.send(listMemberInvites, { actor, query })
const remove = (id: string, actor: Actor = OWNER, options: object = {}) =>
  service.send(deleteMemberInvite, { params: { id }, actor, ...options })
const someone = () => someoneRegistered(service, 'seller')
const set = (id: string, fields: object) =>
  service.db
    .collection<{ _id: string }>('member_invites')
    .updateOne({ _id: id }, { $set: fields, $inc: { revision: 1 } } as object)

describe('create-member-invite', () => {
  it('invites somebody for seven days; the token is only in the event', async () => {
    const email = anEmail()
    const { status, body, etag } = await invite({ email: email.toUpperCase(), role: 'admin' })
    expect({ status, etag }).toEqual({ status: 201, etag: '"1"' })
    const { id, expires_at, created_at } = body.invite
    expect(id).toMatch(/^meminv_/)
    const dates = { created_at, updated_at: created_at, deleted_at: null }
    expect(body.invite).toEqual({
      id,
      email,
      role: 'admin',
      seller_id: 'sel_1',
      seller: null,
      accepted: false,
      expires_at,
      ...dates,
    })
    const left = Date.parse(expires_at) - Date.now()
    expect(left).toBeGreaterThan(7 * 86_400_000 - 20_000)
    expect(left).toBeLessThan(7 * 86_400_000 + 1)

    const [created] = await service.eventsOf(id, 1)
    expect(created).toMatchObject({ type: 'member-invite.created', ids: { id, seller_id: 'sel_1', email, role: 'admin' } })
    const { jti, ...claims } = decodeJwt(created!.ids.token!)
    expect(claims).toMatchObject({ id, email, exp: Math.floor(Date.parse(expires_at) / 1000) })
    const { outbox: _, ...stored } = (await service.db.collection('member_invites').findOne({ _id: id as never }))!
    expect(JSON.stringify(stored)).not.toContain(jti)
  })

  it('is for owners and admins; only owners can invite owners', async () => {
    expect(refusal(await invite({}, MEMBER))).toEqual(FORBIDDEN)
    expect(refusal(await invite({ role: 'owner' }, ADMIN))).toEqual(FORBIDDEN)
    expect((await invite({ role: 'admin' }, ADMIN)).status).toBe(201)
    expect((await invite({ role: 'owner' })).status).toBe(201)
    for (const actor of [memberOf('sel_1', 'mem_foreign'), memberOf('sel_none')])
      expect(refusal(await invite({}, actor))).toEqual(UNAUTHORIZED)
  })

  it('rejects the e-mail of a member or of an open invite, and invalid bodies', async () => {
    const { email } = await made()
    expect(refusal(await invite({ email }))).toEqual([400, 'invalid_data', `Member invite with email: ${email}, already exists.`])
    expect(refusal(await invite({ email: 'admin@example.com' }))).toEqual([
      400,
      'invalid_data',
      'Member with email: admin@example.com, already exists.',
    ])
    const founder = aMember({ id: 'mem_founder', seller_id: 'sel_2', email: 'Ann@Shop.example' })
    const sellers = service.db.collection<{ _id: string }>('sellers')
    await sellers.updateOne({ _id: 'sel_2' }, { $push: { members: founder }, $inc: { revision: 1 } } as object)
    expect(refusal(await invite({ email: 'ann@shop.example' }, memberOf('sel_2', 'mem_foreign')))).toEqual([
      400,
      'invalid_data',
      'Member with email: ann@shop.example, already exists.',
    ])
    expect((await invite({ email }, memberOf('sel_2', 'mem_foreign'))).status).toBe(201)
    for (const body of [
      { email: '' },
      { email: 'no address' },
      { email: undefined },
      { role: undefined },
      { role: 'boss' },
      { foo: 1 },
    ])
      expect((await invite(body)).status).toBe(400)
  })

  it('allows three invites a day for one e-mail, and a hundred for one seller', async () => {
    const [email, seller] = [anEmail(), memberOf('sel_2', 'mem_foreign')]
    const TOO_MANY = [429, 'rate_limited', 'Too many invites within a day; try again later']
    for (let n = 0; n < 3; n++) {
      const { status, body } = await invite({ email }, seller)
      expect([status, (await remove(body.invite.id, seller)).status]).toEqual([201, 200])
    }
    expect(refusal(await invite({ email }, seller))).toEqual(TOO_MANY)
    expect((await invite({ email })).status).toBe(201)
    expect((await invite({}, seller)).status).toBe(201)
    const now = new Date().toISOString()
    const others = Array.from({ length: 100 }, (_, n) => ({ _id: `meminv_${n}`, seller_id: 'sel_2', email: `${n}@example.com` }))
    const dated = others.map((one) => ({ ...one, accepted: true, created_at: now, deleted_at: now, revision: 1 }))
    const stored = service.db.collection<(typeof dated)[number]>('member_invites')
    await stored.insertMany(dated)
    expect(refusal(await invite({}, seller))).toEqual(TOO_MANY)
    await stored.updateMany({ seller_id: 'sel_2' }, { $set: { created_at: '2026-01-01T00:00:00.000Z' } })
    expect((await invite({ email }, seller)).status).toBe(201)
    await stored.deleteMany({ seller_id: 'sel_2' })
  })

  it('invites an e-mail again whose invite has expired, and deletes the expired one', async () => {
    const former = await made()
    await set(former.id, { expires_at: '2026-01-01T00:00:00.000Z' })
    const op_id = mintOpId(Date.now())
    for (const { status } of await Promise.all([1, 2].map(() => invite({ email: former.email }, OWNER, { op_id }))))
      expect(status).toBe(201)
    const { body } = await list(`email=${former.email}`)
    expect(body.invites).toMatchObject([{ id: expect.not.stringMatching(former.id), accepted: false }])
    expect(await service.eventsOf(former.id, 2)).toMatchObject([{}, { type: 'member-invite.deleted' }])
  })

  it('creates only one of many concurrent invites for the same e-mail', async () => {
    const email = anEmail()
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite({ email }, OWNER, patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(400)])
  })
})

describe('list-member-invites', () => {
  it('lists the seller’s own invites, without tokens, with the seller on request', async () => {
    const { id } = await made()
    const { body, status } = await list('limit=1&order=-created_at', MEMBER)
    expect({ status, body }).toMatchObject({ status: 200, body: { invites: [{ id }], offset: 0, limit: 1 } })
    expect(JSON.stringify(body)).not.toContain('token')
    expect((await list('fields=%2Bseller.name&limit=1')).body.invites[0].seller).toMatchObject({ name: 'Shop' })
    expect((await list(`id=${id}`, memberOf('sel_2', 'mem_foreign'))).body).toMatchObject({ invites: [], count: 0 })
    expect(refusal(await list('', memberOf('sel_none')))).toEqual(UNAUTHORIZED)
  })

  it('supports all its filters, orders and searches, each from an index', async () => {
    const { filters, orders, search } = queriesOf(listMemberInvites, { role: 'admin', accepted: 'true' })
    const plans = await plansOf(service.db, async () => {
      for (const query of ['limit=9999', ...filters, ...orders, ...search])
        expect({ query, status: (await list(query)).status }).toEqual({ query, status: 200 })
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

describe('delete-member-invite', () => {
  it('voids the token; the e-mail can be invited again', async () => {
    const { id, email, token } = await made()
    const { status, body, etag } = await remove(id)
    expect({ status, body, etag }).toEqual({ status: 200, body: { id, object: 'invite', deleted: true }, etag: '"2"' })
    expect(refusal(await accept(token, (await someone()).actor))).toEqual(UNAUTHORIZED)
    expect((await list(`id=${id}`)).body.count).toBe(0)
    expect(refusal(await remove(id))).toEqual(FORBIDDEN)
    expect((await invite({ email })).status).toBe(201)
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'member-invite.deleted', ids: { id } }])
  })

  it('is for owners and admins, and leaves the invites of other sellers', async () => {
    const { id, token } = await made()
    expect(refusal(await remove(id, MEMBER))).toEqual(FORBIDDEN)
    expect(refusal(await remove(id, memberOf('sel_none')))).toEqual(UNAUTHORIZED)
    expect(refusal(await remove(id, memberOf('sel_2', 'mem_foreign')))).toEqual(FORBIDDEN)
    expect(refusal(await remove('meminv_none'))).toEqual(FORBIDDEN)
    expect((await remove(id, ADMIN, { if_match: '"7"' })).status).toBe(412)
    expect((await accept(token, (await someone()).actor)).status).toBe(200)
  })
})

describe('accept-member-invite', () => {
  it('makes a registered identity a member with the role of the invite', async () => {
    const { id, email, token } = await made({ role: 'admin' })
    const { actor, email: log_in } = await someone()
    const { status, body } = await accept(token, actor)
    expect({ status, body }).toMatchObject({ status: 200, body: { invite: { id, email, role: 'admin', accepted: true } } })
    expect(JSON.stringify(body)).not.toContain(actor.identity_id)

    const entered = await service.send(logIn, { params: { actor_type: 'seller' }, body: { email: log_in, password: PASSWORD } })
    const claims = decodeJwt<{ actor_id: string }>(entered.body.token)
    expect(claims).toMatchObject({ actor_id: expect.stringMatching(/^mem_/), seller_id: 'sel_1' })
    const { member } = (await service.send(getMember, { params: { id: claims.actor_id }, actor: OWNER })).body
    expect(member).toMatchObject({ name: 'Bob', email, role: 'admin', seller_id: 'sel_1', deleted_at: null })
    const told = await service.eventsOf('sel_1', 1)
    expect(told.map(({ type }) => type)).toContain('member.created')
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'member-invite.updated', ids: { id } }])
  })

  it('succeeds once: rejects a second identity, but answers a retry of the first one alike', async () => {
    const { token } = await made()
    const { actor } = await someone()
    const first = await accept(token, actor)
    expect(refusal(await accept(token, (await someone()).actor))).toEqual([
      400,
      'invalid_data',
      'The invite has already been accepted',
    ])
    expect((await accept(token, actor)).body).toEqual(first.body)
  })

  it('creates one member for many concurrent acceptances', async () => {
    const { token, email } = await made()
    const people = await Promise.all(Array.from({ length: 5 }, someone))
    const answers = await Promise.all(people.map(({ actor }) => accept(token, actor, patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    const { seller } = (await service.deps.sellers.find('sel_1', Date.now() + 5000))!
    expect(seller.members.filter((member) => member.email === email)).toHaveLength(1)
    const claimed = await Promise.all(
      people.map(({ actor }) => service.deps.identities.find(actor.identity_id, Date.now() + 5000)),
    )
    expect(claimed.filter((identity) => identity!.actor_id !== '')).toHaveLength(1)
  })

  it('creates one member when one identity accepts two invites concurrently', async () => {
    const invites = [await made(), await made()]
    const { actor } = await someone()
    const answers = await Promise.all(invites.map(({ token }) => accept(token, actor, patient())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const loser = answers.findIndex(({ status }) => status !== 200)
    expect(answers[loser]!.body.message).toMatch(/already authenticated/)
    const refused = invites[loser]!
    expect((await accept(refused.token, actor)).body.message).toMatch(/already authenticated/)
    const { seller } = (await service.deps.sellers.find('sel_1', Date.now() + 5000))!
    const emails = invites.map(({ email }) => email)
    const living = seller.members.filter(({ email, deleted_at }) => emails.includes(email ?? '') && deleted_at === null)
    const identity = await service.deps.identities.find(actor.identity_id, Date.now() + 5000)
    expect(living.map(({ id }) => id)).toEqual([identity!.actor_id])
  })

  it('leaves no member of an attempt that was cut short after its log-in became that of another one', async () => {
    const { token, email } = await made()
    const { actor } = await someone()
    const identities = service.db.collection('auth_identities')
    const claim = vi.spyOn(service.deps.identities, 'claim').mockImplementationOnce(async () => {
      await identities.updateOne({ _id: actor.identity_id } as object, { $set: { actor_id: 'mem_of_another_invite' } })
      throw new Error('cut')
    })
    expect((await accept(token, actor)).status).toBe(500)
    claim.mockRestore()

    for (let times = 0; times < 2; times++) expect((await accept(token, actor)).body.message).toMatch(/already authenticated/)
    const { seller } = (await service.deps.sellers.find('sel_1', Date.now() + 5000))!
    expect(seller.members.filter((member) => member.email === email && member.deleted_at === null)).toEqual([])
    expect((await invite({ email })).status).toBe(201)
  })

  it('leaves the log-in free until the member exists', async () => {
    const { token } = await made()
    const { actor, email } = await someone()
    const change = vi.spyOn(service.deps.sellers, 'change').mockRejectedValueOnce(new Error('cut'))
    expect((await accept(token, actor)).status).toBe(500)
    change.mockRestore()

    const entered = await service.send(logIn, { params: { actor_type: 'seller' }, body: { email, password: PASSWORD } })
    expect(decodeJwt(entered.body.token)).toMatchObject({ actor_id: '' })
    expect((await accept(token, actor)).status).toBe(200)
  })

  it('completes what an earlier attempt left undone', async () => {
    const { id, token, email } = await made()
    const { actor } = await someone()
    await set(id, { accepted: true, accepted_by: actor.identity_id })
    expect((await accept(token, actor)).status).toBe(200)
    const { seller } = (await service.deps.sellers.find('sel_1', Date.now() + 5000))!
    expect(seller.members.filter((member) => member.email === email)).toHaveLength(1)
  })

  it('does not restore a removed member', async () => {
    const { token, email } = await made()
    const { actor } = await someone()
    await accept(token, actor)
    const { seller } = (await service.deps.sellers.find('sel_1', Date.now() + 5000))!
    const { id } = seller.members.find((member) => member.email === email)!
    expect((await service.send(deleteMember, { params: { id }, actor: OWNER })).status).toBe(200)
    expect(refusal(await accept(token, actor))).toEqual([400, 'invalid_data', 'The invite has already been accepted'])
    expect(await service.deps.identities.find(actor.identity_id, Date.now() + 5000)).toMatchObject({
      actor_id: '',
      seller_id: null,
    })
  })

  it('rejects forged and expired tokens, and actors other than registered, unassigned identities', async () => {
    const { id, token } = await made()
    const { actor } = await someone()
    const [head, , signature] = token.split('.')
    const forged = [head, Buffer.from(JSON.stringify({ id, jti: 'guessed' })).toString('base64url'), signature].join('.')
    for (const wrong of ['nonsense', forged, `${token}x`.slice(0, 20)])
      expect(refusal(await accept(wrong, actor))).toEqual(UNAUTHORIZED)
    for (const other of [(await someoneRegistered(service, 'user')).actor, OWNER, { type: 'anonymous' } as const])
      expect(refusal(await accept(token, other))).toEqual(UNAUTHORIZED)

    const other = await made()
    await accept(other.token, actor)
    expect(refusal(await accept(token, actor))).toEqual([
      400,
      'invalid_data',
      'The user is already authenticated and cannot accept an invite.',
    ])
    await set(id, { expires_at: '2026-01-01T00:00:00.000Z' })
    expect(refusal(await accept(token, (await someone()).actor))).toEqual([400, 'invalid_data', 'The invite has expired'])
    for (const body of [{ token }, { name: 'Bob' }, { token, name: '' }, { token, name: 'Bob', role: 'owner' }])
      expect((await service.send(acceptMemberInvite, { actor, body } as never)).status).toBe(400)
  })
})
