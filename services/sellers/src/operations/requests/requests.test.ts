import {
  type Actor,
  acceptMemberInvite,
  createMemberInvite,
  getOwnMember,
  getRequest,
  listRequests,
  logIn,
  refreshToken,
  registerSeller,
  reviewRequest,
  updateOwnSeller,
} from '@souk/contracts'
import { createLogger, mintOpId } from '@souk/runtime'
import { patient, plansOf, queriesOf } from '@souk/runtime/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { PASSWORD, someoneRegistered } from '../../../test/people.ts'
import { refusal, type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'
import { carryOutLeft } from '../../background/carry-out-left.ts'
import { idsOfRequested } from './carry-out.ts'

let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

let made = 0
const aName = () => `Paper & Pen ${++made}`
const handle = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const register = (actor: Actor, body: object = {}, options: object = {}) =>
  service.send(registerSeller, {
    actor,
    body: { name: aName(), member: { name: 'Ann', email: 'ann@example.com' }, ...body },
    ...options,
  } as never)
const review = (id: string, status: string, options: object = {}) =>
  service.admin(reviewRequest, { params: { id }, body: { status, reviewer_note: 'Fine' }, ...options } as never)
const requestsOf = async (actor: Actor) =>
  (await service.admin(listRequests, { query: `submitter_id=${(actor as { identity_id: string }).identity_id}` })).body.requests

/** Somebody who registered and asked for a seller. */
async function someoneAsking(body: { name?: string } = {}) {
  const { actor, email } = await someoneRegistered(service, 'seller')
  const { name = aName() } = body
  expect((await register(actor, { name })).status).toBe(201)
  const [{ id }] = await requestsOf(actor)
  return { actor, email, id: id as string, name }
}
/** A living seller of this name. */
async function aSellerNamed(name: string) {
  const id = `sel_named${++made}`
  const members = [aMember({ id: `mem_named${made}`, seller_id: id })]
  await insertMissing(service.db, { sellers: [aSeller({ id, name, handle: handle(name), members })] })
  return memberOf(id, members[0]!.id)
}
const identityOf = ({ identity_id }: { identity_id: string }) => service.deps.identities.find(identity_id, Date.now() + 5000)
const sellerOf = (id: string) => service.deps.sellers.find(idsOfRequested(id).seller_id, Date.now() + 5000)
const REVIEWED = [400, 'invalid_data', 'This request is already reviewed']
const EXISTS = [409, 'conflict', 'Request already exists!']
const UNAUTHORIZED = [401, 'unauthorized', 'Unauthorized']
const IS_SELLER = [400, 'invalid_data', 'Request already authenticated as a seller.']
const taken = (name: string) => [409, 'conflict', `Seller with handle: ${handle(name)}, already exists.`]

describe('register-seller', () => {
  it('makes a pending request of all that is said, and tells of it', async () => {
    const { actor, email } = await someoneRegistered(service, 'seller')
    const said = { name: `  ${aName()} `, description: 'Stationery', phone: '1', photo: 'https://images.example/p.png' }
    const address = { address_line: 'Street 1', city: 'Berlin', postal_code: '10115', state: 'BE', country_code: 'DE' }
    const member = { name: 'Ann', email: 'ann@example.com', bio: 'Hi', phone: '2', photo: 'https://images.example/a.png' }
    const answer = await register(actor, { ...said, ...address, tax_id: 'DE1', email: 'shop@example.com', member })
    expect(answer).toMatchObject({ status: 201, body: { ok: true } })

    const [request] = await requestsOf(actor)
    expect(request).toEqual({
      id: expect.stringMatching(/^req_/),
      type: 'seller',
      status: 'pending',
      submitter_id: actor.identity_id,
      reviewer_id: null,
      reviewer_note: null,
      data: {
        seller: { ...said, name: said.name.trim(), ...address, country_code: 'de', tax_id: 'DE1', email: 'shop@example.com' },
        member,
        auth_identity_id: actor.identity_id,
        provider_identity_id: email,
      },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    })
    const told = await service.eventsOf(request.id, 1)
    expect(told).toMatchObject([{ type: 'request.created', ids: { id: request.id, submitter_id: actor.identity_id } }])
  })

  it('takes the e-mail of the member where the seller has none', async () => {
    const { actor } = await someoneAsking()
    expect((await requestsOf(actor))[0].data).toMatchObject({
      seller: { email: 'ann@example.com', description: null, tax_id: null },
      member: { bio: null, phone: null, photo: null },
    })
  })

  it('takes one request of an identity at a time, and another one after a rejection', async () => {
    const { actor, id } = await someoneAsking()
    expect(refusal(await register(actor))).toEqual(EXISTS)
    expect((await review(id, 'rejected')).status).toBe(200)
    expect((await register(actor)).status).toBe(201)
    const [second] = await requestsOf(actor)
    expect((await review(second.id, 'accepted')).status).toBe(200)
    expect(refusal(await register(actor))).toEqual(EXISTS)
  })

  it('answers a repeat of the same request the same', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    const again = { op_id: mintOpId(Date.now()), contested: true }
    expect((await register(actor, {}, again)).status).toBe(201)
    expect(await register(actor, {}, again)).toMatchObject({ status: 201, body: { ok: true } })
    expect(await requestsOf(actor)).toHaveLength(1)
  })

  it('lets one through when an identity asks many times at once', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(actor, {}, patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(5).fill(409)])
    expect(await requestsOf(actor)).toHaveLength(1)
  })

  it('refuses a name whose handle is a seller’s, and stays it when that is deleted', async () => {
    const name = aName()
    const { seller_id } = (await aSellerNamed(name)) as { seller_id: string }
    const { actor } = await someoneRegistered(service, 'seller')
    expect(refusal(await register(actor, { name: name.toUpperCase() }))).toEqual(taken(name))
    const deleted = { $set: { deleted_at: '2026-01-01T00:00:00.000Z' } }
    await service.db.collection('sellers').updateOne({ _id: seller_id as never }, deleted)
    expect(refusal(await register(actor, { name }))).toEqual(taken(name))
  })

  it('is for who is nobody yet', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    expect(refusal(await register({ ...actor, id: 'mem_1' }))).toEqual(IS_SELLER)
    await service.db.collection('auth_identities').updateOne({ _id: actor.identity_id as never }, { $set: { actor_id: 'mem_9' } })
    expect(refusal(await register(actor))).toEqual(IS_SELLER)
    await service.db
      .collection('auth_identities')
      .updateOne({ _id: actor.identity_id as never }, { $set: { disabled_at: '2026-01-01T00:00:00.000Z' } })
    for (const other of [
      actor,
      { ...actor, identity_id: 'authid_none' },
      (await someoneRegistered(service, 'customer')).actor,
      { type: 'anonymous' } as const,
    ])
      expect(refusal(await register(other))).toEqual(UNAUTHORIZED)
  })

  it('refuses what is missing, of another kind, or not known', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    const member = { name: 'Ann', email: 'ann@example.com' }
    for (const wrong of [
      { name: undefined },
      { name: ' ' },
      { name: '!?' },
      { member: undefined },
      { member: { name: 'Ann' } },
      { member: { email: 'ann@example.com' } },
      { member: { ...member, role: 'owner' } },
      { email: 'nonsense' },
      { country_code: 'Germany' },
      { handle: 'mine' },
      { store_status: 'ACTIVE' },
    ])
      expect({ wrong, status: (await register(actor, wrong)).status }).toEqual({ wrong, status: 400 })
    expect(await requestsOf(actor)).toEqual([])
  })
})

describe('list-requests, get-request', () => {
  it('show requests without what is being done about them', async () => {
    const { id, name } = await someoneAsking()
    const { status, body, etag } = await service.admin(getRequest, { params: { id } })
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(getRequest.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.request).not.toHaveProperty('accepting')
    expect(
      (await service.admin(listRequests, { query: `q=${name.split(' ').at(-1)}&type=seller&status=pending` })).body,
    ).toMatchObject({
      requests: [body.request],
      count: 1,
    })
    expect((await service.admin(listRequests, { query: 'type=product' })).body).toMatchObject({ requests: [], count: 0 })
    expect(refusal(await service.admin(getRequest, { params: { id: 'req_none' } }))).toEqual([
      404,
      'not_found',
      'Request with id: req_none not found',
    ])
  })

  it('take every filter, order and search that is offered, each from an index', async () => {
    await someoneAsking()
    const { filters, orders, search } = queriesOf(listRequests, { status: 'pending' })
    const plans = await plansOf(service.db, async () => {
      for (const query of ['limit=9999', ...filters, ...orders, ...search])
        expect({ query, status: (await service.admin(listRequests, { query })).status }).toEqual({ query, status: 200 })
    })
    expect(plans.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([])
  })
})

describe('review-request', () => {
  it('makes the seller with its owner, whose log-in may act from then on', async () => {
    const { id, actor, email, name } = await someoneAsking()
    const { status, body, etag } = await review(id, 'accepted')
    const { seller_id, member_id } = idsOfRequested(id)
    expect({ status, body, etag }).toEqual({
      status: 200,
      body: { id, status: 'accepted', createdResourceType: 'seller', createdResource: { id: seller_id } },
      etag: '"3"',
    })
    expect((await requestsOf(actor))[0]).toMatchObject({ status: 'accepted', reviewer_id: 'user_1', reviewer_note: 'Fine' })
    expect((await sellerOf(id))!.seller).toEqual({
      ...aSeller({ id: seller_id, name, handle: handle(name), email: 'ann@example.com', country_code: null }),
      members: [aMember({ id: member_id, seller_id, created_at: expect.any(String), updated_at: expect.any(String) })],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })

    const claims = { actor_id: member_id, seller_id, app_metadata: { seller_id: member_id } }
    const refreshed = await service.send(refreshToken, { actor })
    expect(decodeJwt(refreshed.body.token)).toMatchObject(claims)
    const entered = await service.send(logIn, { params: { actor_type: 'seller' }, body: { email, password: PASSWORD } })
    expect(decodeJwt(entered.body.token)).toMatchObject(claims)
    const { member } = (await service.send(getOwnMember, { actor: memberOf(seller_id, member_id) })).body
    expect(member).toMatchObject({ role: 'owner', name: 'Ann', seller: { store_status: 'ACTIVE' } })

    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'request.accepted', ids: { id } }])
    expect(await service.eventsOf(seller_id, 2)).toMatchObject([
      { type: 'seller.created', ids: { id: seller_id } },
      { type: 'member.created', ids: { id: member_id, seller_id } },
    ])
  })

  it('rejects, and makes nothing', async () => {
    const { id, actor } = await someoneAsking()
    const { status, body, etag } = await review(id, 'rejected')
    expect({ status, body, etag }).toEqual({ status: 200, body: { id, status: 'rejected' }, etag: '"2"' })
    expect((await requestsOf(actor))[0]).toMatchObject({ status: 'rejected', reviewer_id: 'user_1', reviewer_note: 'Fine' })
    expect(await sellerOf(id)).toBeUndefined()
    expect(await identityOf(actor)).toMatchObject({ actor_id: '', seller_id: null })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'request.rejected', ids: { id } }])
  })

  it('decides once', async () => {
    const first = await someoneAsking()
    await review(first.id, 'accepted')
    const second = await someoneAsking()
    await review(second.id, 'rejected')
    for (const { id } of [first, second])
      for (const status of ['accepted', 'rejected']) expect(refusal(await review(id, status))).toEqual(REVIEWED)
    expect((await review('req_none', 'accepted')).status).toBe(404)
    expect((await review('req_none', 'rejected')).status).toBe(404)
  })

  it('answers a repeat of the same review the same', async () => {
    for (const status of ['accepted', 'rejected']) {
      const { id } = await someoneAsking()
      const again = { op_id: mintOpId(Date.now()), contested: true }
      const first = await review(id, status, again)
      const second = await review(id, status, again)
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    }
  })

  it('lets one of many reviewers win', async () => {
    const { id, actor } = await someoneAsking()
    const statuses = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? 'accepted' : 'rejected'))
    const answers = await Promise.all(statuses.map((status) => review(id, status, patient())))
    const [won, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(refusal(answer)).toEqual(REVIEWED)
    expect((await requestsOf(actor))[0].status).toBe(won!.body.status)
    expect((await sellerOf(id)) !== undefined).toBe(won!.body.status === 'accepted')
  })

  it('heeds the revision, and refuses what is no review', async () => {
    const { id } = await someoneAsking()
    expect((await review(id, 'rejected', { if_match: '"7"' })).status).toBe(412)
    for (const body of [{}, { status: 'accepted' }, { reviewer_note: '' }, { status: 'pending', reviewer_note: '' }])
      expect((await review(id, '', { body })).status).toBe(400)
    expect((await review(id, 'rejected', { if_match: '"1"', body: { status: 'rejected', reviewer_note: '' } })).status).toBe(200)
  })

  it('leaves a request pending whose handle is another seller’s by now', async () => {
    const { id, actor, name } = await someoneAsking()
    const other = await aSellerNamed(name)
    expect(refusal(await review(id, 'accepted'))).toEqual(taken(name))
    expect(await identityOf(actor)).toMatchObject({ actor_id: '' })
    expect((await service.send(updateOwnSeller, { actor: other, body: { name: aName() } })).status).toBe(200)
    expect((await review(id, 'accepted')).status).toBe(200)
  })

  it('gives a handle to one of two requests that are accepted at the same time', async () => {
    const name = aName()
    const two = [await someoneAsking({ name }), await someoneAsking({ name })]
    const answers = await Promise.all(two.map(({ id }) => review(id, 'accepted', patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = two[answers.findIndex(({ status }) => status === 409)]!
    expect((await requestsOf(lost.actor))[0]).toMatchObject({ status: 'pending', reviewer_id: null })
    expect(await identityOf(lost.actor)).toMatchObject({ actor_id: '', seller_id: null })
    expect((await review(lost.id, 'rejected')).status).toBe(200)
  })

  it('leaves a request pending whose log-in is another member’s by now, or lets nobody in', async () => {
    const { id, actor } = await someoneAsking()
    await insertMissing(service.db, { sellers: [aSeller()] })
    const email = `invited${++made}@example.com`
    const invite = (await service.send(createMemberInvite, { actor: memberOf('sel_1'), body: { email, role: 'member' } })).body
      .invite
    const [created] = await service.eventsOf(invite.id, 1)
    const body = { token: created!.ids.token!, name: 'Ann' }
    expect((await service.send(acceptMemberInvite, { actor, body })).status).toBe(200)
    expect(refusal(await review(id, 'accepted'))).toEqual(IS_SELLER)
    expect((await review(id, 'rejected')).status).toBe(200)

    const disabled = await someoneAsking()
    await service.deps.identities.deleteUnclaimed(disabled.actor.identity_id)
    const text = 'The log-in of this request lets nobody in'
    expect(refusal(await review(disabled.id, 'accepted'))).toEqual([400, 'invalid_data', text])
  })
})

describe('an acceptance that a killed process began', () => {
  /** The request says so, and nothing else is done. */
  async function begun() {
    const asking = await someoneAsking()
    const since = new Date().toISOString()
    const accepting = { since, reviewer_id: 'user_7', reviewer_note: 'Welcome' }
    await service.db
      .collection('requests')
      .updateOne({ _id: asking.id as never }, { $set: { accepting }, $inc: { revision: 1 } } as object)
    return { ...asking, since }
  }
  async function sweep({ replicas = 1, leftAfterMs = -1000 } = {}) {
    const logger = createLogger('sellers', 'silent')
    const options = { ...service.deps, logger, leftAfterMs, firstAfterMs: 0 }
    const running = Array.from({ length: replicas }, () => carryOutLeft(options))
    await Promise.all(running.map(({ first }) => first))
    await Promise.all(running.map((one) => one.stop()))
  }

  it.each(['nothing', 'the log-in', 'all but the end'])('is carried out, once, when %s was done', async (done) => {
    const { id, actor, since } = await begun()
    const { seller_id, member_id } = idsOfRequested(id)
    if (done !== 'nothing') await service.deps.identities.claim(actor.identity_id, member_id, since, Date.now() + 5000, seller_id)
    if (done === 'all but the end')
      await insertMissing(service.db, {
        sellers: [aSeller({ id: seller_id, handle: seller_id, members: [aMember({ id: member_id, seller_id })] })],
      })
    expect(refusal(await review(id, 'accepted'))).toEqual(REVIEWED)
    await sweep({ replicas: 3 })
    expect((await requestsOf(actor))[0]).toMatchObject({ status: 'accepted', reviewer_id: 'user_7', reviewer_note: 'Welcome' })
    expect((await sellerOf(id))!.seller.members).toMatchObject([{ id: member_id, role: 'owner' }])
    expect(await identityOf(actor)).toMatchObject({ actor_id: member_id, seller_id })
    const types = (await service.eventsOf(id, 2)).map(({ type }) => type)
    expect(types).toEqual(['request.created', 'request.accepted'])
  })

  it('waits while it may be under way', async () => {
    const { id, actor } = await begun()
    await sweep({ leftAfterMs: 60_000 })
    expect((await requestsOf(actor))[0].status).toBe('pending')
    expect(await sellerOf(id)).toBeUndefined()
    await sweep()
  })

  it('is taken back when the handle is another seller’s by now', async () => {
    const { id, actor, name } = await begun()
    await aSellerNamed(name)
    await sweep({ replicas: 3 })
    expect((await requestsOf(actor))[0]).toMatchObject({ status: 'pending', reviewer_id: null })
    expect(await identityOf(actor)).toMatchObject({ actor_id: '', seller_id: null })
    expect((await review(id, 'rejected')).status).toBe(200)
  })
})
