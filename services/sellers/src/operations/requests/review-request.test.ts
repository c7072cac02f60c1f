import { acceptMemberInvite, createMemberInvite, getOwnMember, logIn, refreshToken, updateOwnSeller } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { PASSWORD } from '../../../test/people.ts'
import { aName, IS_SELLER, REVIEWED, requesting, taken } from '../../../test/requesting.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

const { requestsOf, review, someoneAsking, aSellerNamed, identityOf, idsOf, sellerOf } = requesting(() => service)

describe('review-request', () => {
  it('creates the seller with its owner, whose log-in can act from then on', async () => {
    const { id, actor, email, name, handle } = await someoneAsking()
    const { status, body, etag } = await review(id, 'accepted')
    const { seller_id, member_id } = await idsOf(id)
    expect({ status, body, etag }).toEqual({
      status: 200,
      body: { id, status: 'accepted', createdResourceType: 'seller', createdResource: { id: seller_id } },
      etag: '"3"',
    })
    expect((await requestsOf(actor))[0]).toMatchObject({ status: 'accepted', reviewer_id: 'user_1', reviewer_note: 'Fine' })
    expect((await sellerOf(id))!.seller).toEqual({
      ...aSeller({ id: seller_id, name, handle, email: 'ann@example.com', country_code: null }),
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

  it('rejects a request, and creates nothing', async () => {
    const { id, actor } = await someoneAsking()
    const { status, body, etag } = await review(id, 'rejected')
    expect({ status, body, etag }).toEqual({ status: 200, body: { id, status: 'rejected' }, etag: '"2"' })
    expect((await requestsOf(actor))[0]).toMatchObject({ status: 'rejected', reviewer_id: 'user_1', reviewer_note: 'Fine' })
    expect(await sellerOf(id)).toBeUndefined()
    expect(await identityOf(actor)).toMatchObject({ actor_id: '', seller_id: null })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'request.rejected', ids: { id } }])
  })

  it('decides only once, and answers 404 for unknown requests', async () => {
    const first = await someoneAsking()
    await review(first.id, 'accepted')
    const second = await someoneAsking()
    await review(second.id, 'rejected')
    for (const { id } of [first, second])
      for (const status of ['accepted', 'rejected']) expect(refusal(await review(id, status))).toEqual(REVIEWED)
    expect((await review('req_none', 'accepted')).status).toBe(404)
    expect((await review('req_none', 'rejected')).status).toBe(404)
  })

  it('answers a retried review alike', async () => {
    for (const status of ['accepted', 'rejected']) {
      const { id } = await someoneAsking()
      const again = { op_id: mintOpId(Date.now()), contested: true }
      const first = await review(id, status, again)
      const second = await review(id, status, again)
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    }
  })

  it('lets only one of many concurrent reviewers decide', async () => {
    const { id, actor } = await someoneAsking()
    const statuses = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? 'accepted' : 'rejected'))
    const answers = await Promise.all(statuses.map((status) => review(id, status, patient())))
    const [won, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(refusal(answer)).toEqual(REVIEWED)
    expect((await requestsOf(actor))[0].status).toBe(won!.body.status)
    expect((await sellerOf(id)) !== undefined).toBe(won!.body.status === 'accepted')
  })

  it('honors the revision, and rejects invalid bodies', async () => {
    const { id } = await someoneAsking()
    expect((await review(id, 'rejected', { if_match: '"7"' })).status).toBe(412)
    for (const body of [{}, { status: 'accepted' }, { reviewer_note: '' }, { status: 'pending', reviewer_note: '' }])
      expect((await review(id, '', { body })).status).toBe(400)
    expect((await review(id, 'rejected', { if_match: '"1"', body: { status: 'rejected', reviewer_note: '' } })).status).toBe(200)
  })

  it('leaves a request pending if another seller has its handle by now', async () => {
    const { id, actor, name } = await someoneAsking()
    const { owner } = await aSellerNamed(name)
    expect(refusal(await review(id, 'accepted'))).toEqual(taken(name))
    expect(await identityOf(actor)).toMatchObject({ actor_id: '' })
    expect((await service.send(updateOwnSeller, { actor: owner, body: { name: aName() } })).status).toBe(200)
    expect((await review(id, 'accepted')).status).toBe(200)
  })

  it('gives a handle to only one of two requests that are accepted concurrently', async () => {
    const name = aName()
    const two = [await someoneAsking({ name }), await someoneAsking({ name })]
    const answers = await Promise.all(two.map(({ id }) => review(id, 'accepted', patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = two[answers.findIndex(({ status }) => status === 409)]!
    expect((await requestsOf(lost.actor))[0]).toMatchObject({ status: 'pending', reviewer_id: null })
    expect(await identityOf(lost.actor)).toMatchObject({ actor_id: '', seller_id: null })
    expect((await review(lost.id, 'rejected')).status).toBe(200)
  })

  it('does not accept a request whose log-in is another member’s by now, or no longer exists', async () => {
    const { id, actor } = await someoneAsking()
    await insertMissing(service.db, { sellers: [aSeller()] })
    const email = 'invited@example.com'
    const invite = (await service.send(createMemberInvite, { actor: memberOf('sel_1'), body: { email, role: 'member' } })).body
      .invite
    const [created] = await service.eventsOf(invite.id, 1)
    const body = { token: created!.ids.token!, name: 'Ann' }
    expect((await service.send(acceptMemberInvite, { actor, body })).status).toBe(200)
    expect(refusal(await review(id, 'accepted'))).toEqual(IS_SELLER)
    expect((await review(id, 'rejected')).status).toBe(200)

    const disabled = await someoneAsking()
    await service.deps.identities.deleteUnclaimed(disabled.actor.identity_id)
    const text = 'The log-in that sent this request does not exist any more, or is disabled'
    expect(refusal(await review(disabled.id, 'accepted'))).toEqual([400, 'invalid_data', text])
  })
})
