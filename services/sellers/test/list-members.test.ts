import { listMembers } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, aSeller, memberOf } from './builders.ts'
import { startSellers } from './service.ts'

let service: Awaited<ReturnType<typeof startSellers>>
const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`

beforeAll(async () => {
  service = await startSellers()
  await service.deps.sellers.insertMissing([
    aSeller({
      members: [
        aMember({ id: 'mem_1', created_at: at(1) }),
        aMember({ id: 'mem_2', created_at: at(2) }),
        aMember({ id: 'mem_3', created_at: at(2) }),
        aMember({ id: 'mem_gone', deleted_at: at(3) }),
      ],
    }),
    aSeller({ id: 'sel_2', handle: 'other', members: [aMember({ id: 'mem_foreign', seller_id: 'sel_2' })] }),
  ])
})
afterAll(() => service.stop())

const list = (query = '', seller = 'sel_1') => service.send(listMembers, { query, actor: memberOf(seller) })
const idsOf = ({ body }: { body: { members: { id: string }[] } }) => body.members.map(({ id }) => id)

describe('list-members', () => {
  it('lists the living members of the own seller, newest first', async () => {
    const answer = await list()

    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual(['mem_3', 'mem_2', 'mem_1'])
    expect(answer.body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(listMembers.response.safeParse(answer.body).error).toBeUndefined()
  })

  it.each([
    ['limit=1', ['mem_3']],
    ['limit=1&offset=2', ['mem_1']],
    ['offset=9', []],
    ['limit=0', []],
  ])('pages: %s', async (query, expected) => {
    const answer = await list(query)

    expect(idsOf(answer)).toEqual(expected)
    expect(answer.body.count).toBe(3)
  })

  it('shows the fields that are asked for', async () => {
    expect((await list('fields=role&limit=1')).body.members).toEqual([{ id: 'mem_3', role: 'owner' }])
  })

  it('is empty for a seller that does not exist', async () => {
    expect((await list('', 'sel_none')).body).toEqual({ members: [], count: 0, offset: 0, limit: 50 })
  })

  it.each([
    ['limit=abc', "Invalid request: Expected type: 'number' for field 'limit', got: 'nan'"],
    ['limit=-1', "Invalid request: Expected type: 'number' for field 'limit', got: 'nan'"],
    ['limit=1001', "Invalid request: Value for field 'limit' too big, expected at most: '1000'"],
    ['limit=1&limit=2', "Invalid request: Expected type: 'string' for field 'limit', got: 'array'"],
    ['status=x', "Invalid request: Unrecognized fields: 'status'"],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await list(query)

    expect({ status, type: body.type, message: body.message }).toEqual({ status: 400, type: 'invalid_data', message })
  })
})
