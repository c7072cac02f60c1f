import { getMember } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { itRefusesBadCredentials } from './credentials.ts'
import { expectRefusal, visible } from './expect-refusal.ts'
import { addDeletedMember, addSeller, tokenOf } from './records.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const get = (id: string, query = '', options = {}) => system.http('GET', `/vendor/members/${id}${query}`, options)
const NOT_ALLOWED = { status: 403, type: 'not_allowed', message: 'You are not allowed to perform this action' }

describe('shows a member', () => {
  it('with its seller, whose members stay null', async () => {
    const answer = await get(ids.member)

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.member).toMatchObject({ id: ids.member, role: 'owner', seller: { id: ids.seller, members: null } })
  })

  it('to another member of the same seller, whatever the role', async () => {
    const token = await tokenOf(system, { actor_type: 'seller', actor_id: ids.second_member, seller_id: ids.seller })
    const headers = { authorization: `Bearer ${token}` }

    expect((await get(ids.member, '', { as: 'anonymous', headers })).body.member.id).toBe(ids.member)
    expect((await get(ids.second_member, '')).body.member).toMatchObject({ id: ids.second_member, role: 'member' })
  })

  it.each(['SUSPENDED', 'INACTIVE'] as const)('to a member of a seller whose store is %s', async (store_status) => {
    const { token, member_id } = await addSeller(system, { store_status })

    const answer = await get(member_id, '', { as: 'anonymous', headers: { authorization: `Bearer ${token}` } })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.member.seller.store_status).toBe(store_status)
  })

  it('only of the seller in the token, whatever other headers say', async () => {
    const headers = { 'x-seller-id': ids.foreign_seller, seller_id: ids.foreign_seller, actor: '{"type":"service"}' }

    expectRefusal(await get(ids.foreign_member, '', { headers }), NOT_ALLOWED)
  })

  it('in answer to HEAD, without a body', async () => {
    const answer = await system.http('HEAD', `/vendor/members/${ids.member}`)

    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' })
  })
})

describe('shows selected fields', () => {
  it.each([
    ['?fields=id,email', ['email', 'id']],
    ['?fields=email', ['email', 'id']],
    ['?fields=', ['id']],
    ['?fields=,,', ['id']],
    ['?fields=password,password_hash,__proto__,constructor,$where', ['id']],
    ['?fields=seller', ['id', 'seller']],
    ['?fields=seller.*', ['id', 'seller']],
    ['?fields=email,-email', ['email', 'id']],
    ['?fields=-id', undefined],
  ])('%s', async (query, keys) => {
    const { status, body } = await get(ids.member, query)

    expect(status).toBe(200)
    const all = (await get(ids.member)).body.member
    const expected = query.startsWith('?fields=seller.') ? Object.keys(all).sort() : (keys ?? Object.keys(all).sort())
    expect(Object.keys(body.member).sort()).toEqual(expected)
  })

  it('members of the seller when selected, without deleted ones', async () => {
    const { body } = await get(ids.member, '?fields=id,role,seller.id,seller.members.*')

    expect(body.member).toEqual({
      id: ids.member,
      role: 'owner',
      seller: {
        id: ids.seller,
        members: [expect.objectContaining({ id: ids.member }), expect.objectContaining({ id: ids.second_member })],
      },
    })
  })

  it('without removed fields and everything below them', async () => {
    const { member } = (await get(ids.member, '?fields=-email,-seller.handle')).body

    expect(member).not.toHaveProperty('email')
    expect(member).toMatchObject({ name: 'Ada Loom', seller: { name: 'Linen & Loom' } })
    expect(member.seller).not.toHaveProperty('handle')
    expect((await get(ids.member, '?fields=-seller')).body.member).not.toHaveProperty('seller')
  })
})

it('accepts the query parameters common to all vendor routes', async () => {
  expect((await get(ids.member, '?limit=1&offset=5&order=-created_at&with_deleted=true')).status).toBe(200)
})

describe('answers 400 to', () => {
  it.each([
    ['?foo=1', "Invalid request: Unrecognized fields: 'foo'"],
    ['?foo=1&bar=2', "Invalid request: Unrecognized fields: 'foo, bar'"],
    ['?limit=abc', "Invalid request: Expected type: 'number' for field 'limit', got: 'abc'"],
    ['?offset=-1', "Invalid request: Expected type: 'number' for field 'offset', got: '-1'"],
    ['?fields=id&fields=email', "Invalid request: Expected type: 'string' for field 'fields', got: 'array'"],
    ['?__proto__=1', "Invalid request: Unrecognized fields: '__proto__'"],
  ])('%s', async (query, message) => {
    expectRefusal(await get(ids.member, query), { status: 400, type: 'invalid_data', message })
  })
})

it('answers 403 with identical bytes for foreign, unknown and deleted members', async () => {
  const other = await addSeller(system)
  const otherDeleted = await addSeller(system, { member_deleted_at: SEEDED_AT })
  const deleted = await addDeletedMember(system)
  const headers = { authorization: `Bearer ${other.token}` }
  expect((await get(other.member_id, '', { as: 'anonymous', headers })).status).toBe(200)

  const hidden = [ids.foreign_member, other.member_id, otherDeleted.member_id, deleted, 'mem_nope', 'x', ids.seller]
  const answers = await Promise.all(hidden.map((id) => get(id)))

  for (const answer of answers) {
    expectRefusal(answer, NOT_ALLOWED)
    expect(visible(answer)).toEqual(visible(answers[0]!))
  }
})

it('answers 405 to other methods', async () => {
  for (const method of ['PUT', 'PATCH']) {
    const answer = await system.http(method, `/vendor/members/${ids.member}`)

    expectRefusal(answer, { status: 405, message: `Cannot ${method} /vendor/members/${ids.member}` })
    expect(answer.headers.get('allow')).toBe('GET, POST, DELETE, HEAD, OPTIONS')
  }
})

itRefusesBadCredentials(
  getMember,
  () => system,
  () => ({ path: `/vendor/members/${ids.member}` }),
)
