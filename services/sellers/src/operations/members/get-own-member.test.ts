import { type Actor, getOwnMember } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { startSellers } from '../../../test/service.ts'

const GONE = '2026-02-02T00:00:00.000Z'
const REFUSED = { status: 401, type: 'unauthorized', message: 'Unauthorized' }

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
  await insertMissing(service.db, {
    sellers: [
      aSeller({ members: [aMember(), aMember({ id: 'mem_2', role: 'member' }), aMember({ id: 'mem_gone', deleted_at: GONE })] }),
      aSeller({ id: 'sel_2', handle: 'other', members: [aMember({ id: 'mem_foreign', seller_id: 'sel_2' })] }),
    ],
  })
})
afterAll(() => service.stop())

const summary = ({ status, body }: { status: number; body: { type: string; message: string } }) => ({
  status,
  type: body.type,
  message: body.message,
})
const member = (actor: Actor = memberOf('sel_1'), query = '') => service.send(getOwnMember, { actor, query })

describe('get-own-member', () => {
  it('returns the member who asks, with the seller', async () => {
    const { status, body } = await member()

    expect(status).toBe(200)
    expect(body.member).toEqual({ ...aMember(), seller: { ...aSeller(), members: null } })
    expect((await member(memberOf('sel_1', 'mem_2'))).body.member).toMatchObject({ id: 'mem_2', role: 'member' })
    expect((await member(memberOf('sel_2', 'mem_foreign'))).body.member.seller.id).toBe('sel_2')
  })

  it('shows the requested fields, also the seller’s members, without deleted ones', async () => {
    expect((await member(memberOf('sel_1'), 'fields=role')).body.member).toEqual({ id: 'mem_1', role: 'owner' })
    const { members } = (await member(memberOf('sel_1'), 'fields=%2Bseller.members')).body.member.seller
    expect(members.map(({ id }: { id: string }) => id)).toEqual(['mem_1', 'mem_2'])
  })

  it.each<[string, Actor]>([
    ['a deleted member', memberOf('sel_1', 'mem_gone')],
    ['a member of another seller', memberOf('sel_1', 'mem_foreign')],
    ['a member of no seller', memberOf('sel_none')],
    ['an administrator', { type: 'user', id: 'mem_1', identity_id: 'authid_1' }],
  ])('rejects %s', async (_who, actor) => {
    expect(summary(await member(actor))).toEqual(REFUSED)
  })

  it('rejects an unknown query parameter', async () => {
    expect((await member(memberOf('sel_1'), 'foo=1')).body.message).toBe("Invalid request: Unrecognized fields: 'foo'")
  })
})
