import { getMember } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { startSellers } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startSellers>>

beforeAll(async () => {
  service = await startSellers()
  await insertMissing(service.db, {
    sellers: [
      aSeller({
        members: [
          aMember(),
          aMember({ id: 'mem_2', role: 'member' }),
          aMember({ id: 'mem_gone', deleted_at: '2026-02-02T00:00:00.000Z' }),
        ],
      }),
      aSeller({ id: 'sel_2', handle: 'other', members: [aMember({ id: 'mem_foreign', seller_id: 'sel_2' })] }),
    ],
  })
})
afterAll(() => service.stop())

const get = (id: string, { query = '', actor = memberOf('sel_1') } = {}) =>
  service.send(getMember, { params: { id }, query, actor })

describe('get-member', () => {
  it('returns the member with its seller, every field present', async () => {
    const { status, body } = await get('mem_1')

    expect(status).toBe(200)
    expect(Object.keys(body.member).sort()).toEqual(
      [
        'bio',
        'created_at',
        'deleted_at',
        'email',
        'id',
        'name',
        'phone',
        'photo',
        'role',
        'seller',
        'seller_id',
        'updated_at',
      ].sort(),
    )
    expect(body.member).toMatchObject({ id: 'mem_1', role: 'owner', seller: { id: 'sel_1', handle: 'shop', members: null } })
    expect(getMember.response.safeParse(body).error).toBeUndefined()
  })

  it('returns any member of the same seller', async () => {
    expect((await get('mem_2')).body.member).toMatchObject({ id: 'mem_2', role: 'member' })
  })

  it.each([
    ['foreign', 'mem_foreign'],
    ['unknown', 'mem_none'],
    ['deleted', 'mem_gone'],
    ['dotted, with wildcards', 'mem.*.>'],
  ])('rejects a %s id with the same words', async (_kind, id) => {
    const { status, body } = await get(id)

    expect(status).toBe(403)
    expect(body).toEqual({
      type: 'not_allowed',
      message: 'You are not allowed to perform this action',
      request_id: expect.any(String),
    })
  })

  it('shows the requested fields', async () => {
    expect(Object.keys((await get('mem_1', { query: 'fields=id,email' })).body.member)).toEqual(['id', 'email'])
  })

  it("shows the seller's members only on request, and never deleted ones", async () => {
    const { body } = await get('mem_1', { query: 'fields=id,seller.id,seller.members.id' })

    expect(body.member).toEqual({ id: 'mem_1', seller: { id: 'sel_1', members: [{ id: 'mem_1' }, { id: 'mem_2' }] } })
  })

  it('rejects unknown query parameters by name', async () => {
    const { status, body } = await get('mem_1', { query: 'foo=1' })

    expect({ status, message: body.message }).toEqual({ status: 400, message: "Invalid request: Unrecognized fields: 'foo'" })
  })

  it('is for members only', async () => {
    expect((await get('mem_1', { actor: { type: 'user', id: 'user_1', identity_id: null } })).status).toBe(401)
  })
})
