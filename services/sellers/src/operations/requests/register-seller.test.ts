import { deleteMember } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, memberOf } from '../../../test/builders.ts'
import { someoneRegistered } from '../../../test/people.ts'
import { aName, IS_SELLER, requesting, taken } from '../../../test/requesting.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

const { register, requestsOf, review, someoneAsking, aSellerNamed, idsOf, identityOf } = requesting(() => service)
const EXISTS = [409, 'conflict', 'Request already exists!']
const UNAUTHORIZED = [401, 'unauthorized', 'Unauthorized']

describe('register-seller', () => {
  it('creates a pending request with everything given, and publishes an event', async () => {
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

  it('uses the e-mail of the member if the seller has none', async () => {
    const { actor } = await someoneAsking()
    expect((await requestsOf(actor))[0].data).toMatchObject({
      seller: { email: 'ann@example.com', description: null, tax_id: null },
      member: { bio: null, phone: null, photo: null },
    })
  })

  it('accepts one request of an identity at a time, and another one after a rejection', async () => {
    const { actor, id } = await someoneAsking()
    expect(refusal(await register(actor))).toEqual(EXISTS)
    expect((await review(id, 'rejected')).status).toBe(200)
    expect((await register(actor)).status).toBe(201)
    const [second] = await requestsOf(actor)
    expect((await review(second.id, 'accepted')).status).toBe(200)
    expect(refusal(await register(actor))).toEqual(EXISTS)
  })

  it('accepts another one from a founder who has left the seller', async () => {
    const { actor, id } = await someoneAsking()
    expect((await review(id, 'accepted')).status).toBe(200)
    const { seller_id, member_id } = await idsOf(id)
    const heir = aMember({ id: `mem_heir_of_${member_id}`, seller_id, role: 'owner' })
    const sellers = service.db.collection<{ _id: string }>('sellers')
    await sellers.updateOne({ _id: seller_id }, { $push: { members: heir }, $inc: { revision: 1 } } as object)
    const left = await service.send(deleteMember, { params: { id: member_id }, actor: memberOf(seller_id, member_id) })
    expect(left.status).toBe(200)

    expect((await register(actor)).status).toBe(201)
    expect(refusal(await register(actor))).toEqual(EXISTS)
    const [second] = await requestsOf(actor)
    expect((await review(second.id, 'accepted')).status).toBe(200)
    expect(await identityOf(actor)).toMatchObject({ actor_id: (await idsOf(second.id)).member_id })
    expect(refusal(await register(actor))).toEqual(EXISTS)
  })

  it('answers a repeat after the acceptance alike', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    const again = { op_id: mintOpId(Date.now()), contested: true }
    expect((await register(actor, {}, again)).status).toBe(201)
    const [{ id }] = await requestsOf(actor)
    expect((await review(id, 'accepted')).status).toBe(200)
    expect(await register(actor, {}, again)).toMatchObject({ status: 201, body: { ok: true } })
    expect(await requestsOf(actor)).toHaveLength(1)
  })

  it('answers a retried request alike', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    const again = { op_id: mintOpId(Date.now()), contested: true }
    expect((await register(actor, {}, again)).status).toBe(201)
    expect(await register(actor, {}, again)).toMatchObject({ status: 201, body: { ok: true } })
    expect(await requestsOf(actor)).toHaveLength(1)
  })

  it('keeps the requests of different identities with the same Idempotency-Key apart', async () => {
    const idempotency_key = 'the same of all'
    const people = [await someoneRegistered(service, 'seller'), await someoneRegistered(service, 'seller')]
    for (const { actor } of people) expect((await register(actor, {}, { idempotency_key })).status).toBe(201)
    for (const { actor } of people) expect(await requestsOf(actor)).toHaveLength(1)
  })

  it('accepts only one of many concurrent requests of an identity', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(actor, {}, patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(5).fill(409)])
    expect(await requestsOf(actor)).toHaveLength(1)
  })

  it('rejects a name whose handle a seller has, even a deleted one', async () => {
    const name = aName()
    const { id } = await aSellerNamed(name)
    const { actor } = await someoneRegistered(service, 'seller')
    expect(refusal(await register(actor, { name: name.toUpperCase() }))).toEqual(taken(name))
    const deleted = { $set: { deleted_at: '2026-01-01T00:00:00.000Z' } }
    await service.db.collection('sellers').updateOne({ _id: id as never }, deleted)
    expect(refusal(await register(actor, { name }))).toEqual(taken(name))
  })

  it('is for identities without an actor', async () => {
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

  it('stores only the known fields of the member', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    const member = { name: 'Ann', email: 'ann@example.com' }
    expect((await register(actor, { member: { ...member, role: 'member', id: 'mem_1' } })).status).toBe(201)
    expect((await requestsOf(actor))[0].data.member).toEqual({ ...member, bio: null, phone: null, photo: null })
  })

  it('sets no country if a form sends an empty one', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    expect((await register(actor, { country_code: '' })).status).toBe(201)
    expect((await requestsOf(actor))[0].data.seller.country_code).toBeNull()
  })

  it('rejects missing, invalid and unknown fields', async () => {
    const { actor } = await someoneRegistered(service, 'seller')
    for (const wrong of [
      { name: undefined },
      { name: ' ' },
      { name: '!?' },
      { member: undefined },
      { member: { name: 'Ann' } },
      { member: { email: 'ann@example.com' } },
      { email: 'nonsense' },
      { country_code: 'Germany' },
      { handle: 'mine' },
      { store_status: 'ACTIVE' },
    ])
      expect({ wrong, status: (await register(actor, wrong)).status }).toEqual({ wrong, status: 400 })
    expect(await requestsOf(actor)).toEqual([])
  })
})
