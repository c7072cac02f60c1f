import {
  type Actor,
  deleteMember,
  getMember,
  getOwnSeller,
  logIn,
  type Operation,
  updateMember,
  updateOwnSeller,
} from '@souk/contracts'
import { accessKeys, mintOpId } from '@souk/runtime'
import { type CallOptions, FORBIDDEN, patient, refusal } from '@souk/runtime/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { toldBeforeAnswered } from '../../../test/before-the-answer.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'
import { someoneLoggedIn } from '../../../test/sessions.ts'
import { accessEntries } from '../../background/keep-access-in-sync.ts'
import { releaseLeft } from '../../credentials/release.ts'

let service: SellersUnderTest
let made = 0

beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

/** A seller with an owner, an admin and a member. */
async function aTeam() {
  const id = `sel_team${++made}`
  const member = (role: 'owner' | 'admin' | 'member') => aMember({ id: `mem_${role}${made}`, role, seller_id: id })
  const gone = aMember({ id: `mem_gone${made}`, seller_id: id, deleted_at: '2026-02-02T00:00:00.000Z' })
  const members = [member('owner'), member('admin'), member('member'), gone]
  await insertMissing(service.db, { sellers: [aSeller({ id, name: id, handle: `team${made}`, members })] })
  const actor = (n: number) => memberOf(id, members[n]!.id)
  return { id, owner: actor(0), admin: actor(1), member: actor(2), gone: gone.id, handle: `team${made}` }
}
const idOf = (actor: Actor) => (actor as { id: string }).id
const send = <O extends Operation>(operation: O, actor: Actor, id: string, options: CallOptions<O> = {}) =>
  service.send(operation, { params: { id } as never, actor, ...options })
const update = (actor: Actor, id: string, body: object, options: object = {}) =>
  send(updateMember, actor, id, { body, ...options } as never)
const STAYS = [400, 'invalid_data', 'Owner member cannot be deleted']

describe('update-member', () => {
  it('lets members change their own fields, and publishes an event', async () => {
    const { id: seller_id, member } = await aTeam()
    const id = idOf(member)
    const body = { name: 'Bob', bio: 'New here', phone: '1', photo: 'https://images.example/bob.png' }
    const { status, body: answer, etag } = await update(member, id, body)
    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(answer.member).toMatchObject({ ...body, id, role: 'member', seller: { id: seller_id, members: null } })
    expect(updateMember.response.safeParse(answer).error).toBeUndefined()
    expect((await send(getMember, member, id)).body).toEqual(answer)
    expect(await service.eventsOf(seller_id, 1)).toMatchObject([{ type: 'member.updated', ids: { id, seller_id } }])
    expect((await update(member, id, { bio: null })).body.member).toMatchObject({ bio: null, name: 'Bob' })
  })

  it('says that a repeated change was carried out, if its member was removed meanwhile', async () => {
    const { owner, member } = await aTeam()
    const options = { op_id: mintOpId(Date.now()) }
    expect((await update(owner, idOf(member), { name: 'Bob' }, options)).status).toBe(200)
    expect((await send(deleteMember, owner, idOf(member))).status).toBe(200)

    const { status, body } = await update(owner, idOf(member), { name: 'Bob' }, options)

    expect([status, body.code]).toEqual([409, 'already_executed'])
  })

  it('lets owners and admins change roles, but not members and former members', async () => {
    const { owner, admin, member, gone } = await aTeam()
    expect((await update(admin, idOf(member), { role: 'admin' })).body.member).toMatchObject({ role: 'admin' })
    expect(refusal(await update(admin, idOf(admin), { role: 'owner' }))).toEqual(FORBIDDEN)
    expect(refusal(await update(admin, idOf(owner), { name: 'X' }))).toEqual(FORBIDDEN)
    expect((await update(owner, idOf(admin), { role: 'owner' })).status).toBe(200)
    expect((await update(owner, idOf(member), { role: 'member' })).status).toBe(200)
    expect(refusal(await update(member, idOf(admin), { name: 'X' }))).toEqual(FORBIDDEN)
    expect(refusal(await update(member, idOf(member), { role: 'admin' }))).toEqual(FORBIDDEN)
    expect(refusal(await update(memberOf((await aTeam()).id, gone), idOf(owner), {}))).toEqual([
      401,
      'unauthorized',
      'Unauthorized',
    ])
  })

  it('rejects foreign, unknown and deleted ids alike, wrong revisions, and fields that cannot be changed', async () => {
    const [{ owner, gone }, other] = [await aTeam(), await aTeam()]
    for (const id of [idOf(other.owner), 'mem_none', gone])
      expect(refusal(await update(owner, id, { name: 'X' }))).toEqual(FORBIDDEN)
    expect((await update(owner, idOf(owner), { name: 'X' }, { if_match: '"7"' })).status).toBe(412)
    for (const body of [{ email: 'a@example.com' }, { role: 'boss' }, { seller_id: 'sel_1' }, { name: 1 }])
      expect((await update(owner, idOf(owner), body)).status).toBe(400)
  })

  it('leaves one owner when two owners demote each other concurrently', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, owner, admin } = await aTeam()
      await update(owner, idOf(admin), { role: 'owner' })
      const answers = await Promise.all([
        update(owner, idOf(admin), { role: 'member' }, patient()),
        update(admin, idOf(owner), { role: 'member' }, patient()),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
      expect(await ownersOf(id)).toBe(1)
    }
  })
})

const ownersOf = async (id: string) =>
  (await service.deps.sellers.find(id, Date.now() + 5000))!.seller.members.filter(
    ({ role, deleted_at }) => role === 'owner' && deleted_at === null,
  ).length

/** Adds another owner, so that others can leave. */
async function join(seller_id: string) {
  const heir = aMember({ id: `mem_heir_${seller_id}`, seller_id })
  const sellers = service.db.collection<{ _id: string }>('sellers')
  await sellers.updateOne({ _id: seller_id }, { $push: { members: heir }, $inc: { revision: 1 } } as object)
}

describe('delete-member', () => {
  it('removes a member, who has no access from then on', async () => {
    const { id: seller_id, owner, member } = await aTeam()
    const id = idOf(member)
    const key = accessKeys.member(id)
    const { answer, entry } = await toldBeforeAnswered(service, key, () => send(deleteMember, owner, id))
    const { status, body, etag } = answer
    expect(entry).toEqual({ deleted: true })
    expect({ status, body, etag }).toEqual({ status: 200, body: { id, object: 'member', deleted: true }, etag: '"2"' })
    expect(refusal(await send(getMember, owner, id))).toEqual(FORBIDDEN)
    expect(refusal(await send(deleteMember, owner, id))).toEqual(FORBIDDEN)
    expect(await service.eventsOf(seller_id, 1)).toMatchObject([{ type: 'member.deleted', ids: { id, seller_id } }])
    expect((await accessEntries(service.deps)).get(key)).toEqual({ deleted: true })
  })

  it('voids the tokens; the log-in remains, without an actor', async () => {
    const { actor_id, seller_id, id: identity_id } = await someoneLoggedIn(service)
    await join(seller_id)
    expect((await send(deleteMember, memberOf(seller_id, actor_id), actor_id)).status).toBe(200)
    const identity = await service.deps.identities.find(identity_id, Date.now() + 5000)
    expect(identity).toMatchObject({ actor_id: '', seller_id: null })
    const body = { email: identity!.email, password: 'correct horse' }
    const entered = await service.send(logIn, { params: { actor_type: 'seller' }, body })
    expect(decodeJwt(entered.body.token)).toMatchObject({ actor_id: '', auth_identity_id: identity_id })
    expect(decodeJwt(entered.body.token)).not.toHaveProperty('seller_id')
  })

  it('frees the log-in even if gateways cannot be told', async () => {
    const { actor_id, seller_id, id } = await someoneLoggedIn(service)
    await join(seller_id)
    const write = vi.spyOn(service.deps.access, 'write').mockRejectedValueOnce(new Error('the bucket is away'))
    expect((await send(deleteMember, memberOf(seller_id, actor_id), actor_id, { tries: 1 })).status).toBe(504)
    write.mockRestore()
    expect(await service.deps.identities.find(id, Date.now() + 5000)).toMatchObject({ actor_id: '', seller_id: null })
  })

  it('is completed by the next sync if it was cut short', async () => {
    const { actor_id, seller_id, id } = await someoneLoggedIn(service)
    const other = await someoneLoggedIn(service)
    const sellers = service.db.collection<{ _id: string }>('sellers')
    await sellers.updateOne({ _id: seller_id }, { $set: { 'members.0.deleted_at': '2026-02-02T00:00:00.000Z' } } as object)
    await releaseLeft(service.deps)
    expect(await service.deps.identities.find(id, Date.now() + 5000)).toMatchObject({ actor_id: '', seller_id: null })
    const untouched = await service.deps.identities.find(other.id, Date.now() + 5000)
    expect([actor_id, untouched]).toMatchObject([expect.stringMatching(/^mem_/), { actor_id: other.actor_id }])
  })

  it('lets members leave, admins remove anyone but owners, and the last owner stay', async () => {
    const { owner, admin, member } = await aTeam()
    expect(refusal(await send(deleteMember, member, idOf(admin)))).toEqual(FORBIDDEN)
    expect(refusal(await send(deleteMember, admin, idOf(owner)))).toEqual(FORBIDDEN)
    expect(refusal(await send(deleteMember, owner, idOf(owner)))).toEqual(STAYS)
    expect((await send(deleteMember, admin, idOf(member))).status).toBe(200)
    expect((await send(deleteMember, admin, idOf(admin))).status).toBe(200)
    expect(refusal(await send(deleteMember, owner, idOf(owner)))).toEqual(STAYS)
  })

  it('rejects foreign and unknown ids alike, and wrong revisions', async () => {
    const [{ owner, member, gone }, other] = [await aTeam(), await aTeam()]
    for (const id of [idOf(other.member), 'mem_none', gone])
      expect(refusal(await send(deleteMember, owner, id))).toEqual(FORBIDDEN)
    expect((await send(deleteMember, owner, idOf(member), { if_match: '"7"' })).status).toBe(412)
  })

  it('leaves one owner when all owners leave concurrently', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, owner, admin } = await aTeam()
      await update(owner, idOf(admin), { role: 'owner' })
      const answers = await Promise.all([owner, admin].map((one) => send(deleteMember, one, idOf(one), patient())))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
      expect(refusal(answers.find(({ status }) => status === 400)!)).toEqual(STAYS)
      expect(await ownersOf(id)).toBe(1)
    }
  })
})

describe('update-own-seller', () => {
  const change = (actor: Actor, body: object, options: object = {}) =>
    service.send(updateOwnSeller, { actor, body, ...options } as never)

  it('changes the named fields; the handle follows the name', async () => {
    const { id, owner, admin } = await aTeam()
    const body = {
      name: `Über Leinen ${made}`,
      description: 'Clothes',
      email: 'a@example.com',
      country_code: 'FR',
      tax_id: 'FR1',
    }
    const { status, body: answer, etag } = await change(owner, body)
    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    const handle = `uber-leinen-${made}`
    expect(answer.seller).toMatchObject({ ...body, id, handle, country_code: 'fr', store_status: 'ACTIVE', members: null })
    expect((await service.send(getOwnSeller, { actor: owner })).body).toEqual(answer)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'seller.updated', ids: { id } }])
    expect((await change(admin, { description: null, name: ' !?!? ' })).body.seller).toMatchObject({
      description: null,
      name: '!?!?',
      handle,
    })
  })

  it('sets no country if a form sends an empty one', async () => {
    const { owner } = await aTeam()
    const address = { address_line: '', city: '', postal_code: '', tax_id: '' }
    await change(owner, { country_code: 'fr' })
    const { status, body } = await change(owner, { ...address, country_code: '' })
    expect([status, body.seller]).toMatchObject([200, { ...address, country_code: null }])
  })

  it('is for owners and admins', async () => {
    const { member, gone, id } = await aTeam()
    expect(refusal(await change(member, { description: 'X' }))).toEqual(FORBIDDEN)
    for (const actor of [memberOf(id, gone), memberOf('sel_none')])
      expect(refusal(await change(actor, {}))).toEqual([401, 'unauthorized', 'Unauthorized'])
  })

  it('rejects a name whose handle is taken, wrong revisions, and fields that cannot be changed', async () => {
    const [{ owner, handle }, other] = [await aTeam(), await aTeam()]
    expect(refusal(await change(other.owner, { name: handle }))).toEqual([
      400,
      'invalid_data',
      `Seller with handle: ${handle}, already exists.`,
    ])
    expect((await change(owner, { phone: '1' }, { if_match: '"7"' })).status).toBe(412)
    for (const body of [{ handle: 'x' }, { store_status: 'ACTIVE' }, { name: null }, { name: '' }, { country_code: 'deu' }])
      expect((await change(owner, body)).status).toBe(400)
    for (const body of [{ name: ' abc ' }, { name: '      ' }, { email: 'no address' }, { email: '' }])
      expect((await change(owner, body)).status).toBe(400)
  })

  it('gives a handle to only one of many concurrent requests', async () => {
    const teams = await Promise.all(Array.from({ length: 6 }, aTeam))
    const name = `Wanted ${made}`
    const answers = await Promise.all(teams.map(({ owner }) => change(owner, { name }, patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
  })
})
