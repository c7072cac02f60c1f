import { listMembers } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { startSellers } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startSellers>>
const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`

beforeAll(async () => {
  service = await startSellers()
  await insertMissing(service.db, {
    sellers: [
      aSeller({
        members: [
          aMember({ id: 'mem_1', created_at: at(1), role: 'admin', name: 'Ann' }),
          aMember({ id: 'mem_2', created_at: at(2), name: 'Zoë' }),
          aMember({ id: 'mem_3', created_at: at(2), name: null }),
          aMember({ id: 'mem_gone', created_at: at(1), deleted_at: at(3), name: null }),
        ],
      }),
      aSeller({ id: 'sel_2', handle: 'other', members: [aMember({ id: 'mem_foreign', seller_id: 'sel_2' })] }),
    ],
  })
})
afterAll(() => service.stop())

const list = (query = '', seller = 'sel_1') => service.send(listMembers, { query, actor: memberOf(seller) })
const idsOf = ({ body }: { body: { members: { id: string }[] } }) => body.members.map(({ id }) => id)

describe('list-members', () => {
  it('lists the seller’s own members, without deleted ones, the oldest first', async () => {
    const answer = await list()

    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual(['mem_1', 'mem_2', 'mem_3'])
    expect(answer.body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(listMembers.response.safeParse(answer.body).error).toBeUndefined()
  })

  it.each([
    ['limit=1', ['mem_1']],
    ['limit=1&offset=2', ['mem_3']],
    ['offset=9', []],
    ['limit=0', []],
  ])('pages: %s', async (query, expected) => {
    const answer = await list(query)

    expect(idsOf(answer)).toEqual(expected)
    expect(answer.body.count).toBe(3)
  })

  it.each([
    ['limit=9999', ['mem_1', 'mem_2', 'mem_3']],
    ['limit=1000000', ['mem_1', 'mem_2', 'mem_3']],
    ['q=zoe', ['mem_2']],
    ['role[]=admin', ['mem_1']],
    ['role[$ne]=admin', ['mem_2', 'mem_3']],
    ['order=-created_at', ['mem_3', 'mem_2', 'mem_1']],
    ['order=-name', ['mem_2', 'mem_1', 'mem_3']],
    ['with_deleted=true&created_at[$lt]=2026-01-02', ['mem_1']],
    ['id=mem_foreign', []],
  ])('finds members with %s', async (query, expected) => {
    const { body, status } = await list(query)

    expect({ status, ids: idsOf({ body }), count: body.count }).toEqual({ status: 200, ids: expected, count: expected.length })
    expect(body.limit).toBeLessThanOrEqual(9999)
  })

  it('shows the requested fields, and ignores fields that members do not have, as the peers do', async () => {
    expect((await list('fields=role,first_name&limit=1')).body.members).toEqual([{ id: 'mem_1', role: 'admin' }])
  })

  it('is empty for a seller that does not exist', async () => {
    expect((await list('', 'sel_none')).body).toEqual({ members: [], count: 0, offset: 0, limit: 50 })
  })

  it.each([
    ['limit=abc', "Invalid request: Expected type: 'number' for field 'limit', got: 'abc'"],
    ['limit=-1', "Invalid request: Expected type: 'number' for field 'limit', got: '-1'"],
    ['limit=1&limit=2', "Invalid request: Expected type: 'string' for field 'limit', got: 'array'"],
    [
      'order=phone',
      "Invalid request: Field 'order': Order field phone is not valid, expected one of: created_at, updated_at, name, email, role, id",
    ],
    ['status=x', "Invalid request: Unrecognized fields: 'status'"],
  ])('rejects %s', async (query, message) => {
    const { status, body } = await list(query)

    expect({ status, type: body.type, message: body.message }).toEqual({ status: 400, type: 'invalid_data', message })
  })
})
