import { type Actor, getOwnSeller } from '@souk/contracts'
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

describe('get-own-seller', () => {
  const seller = (actor: Actor = memberOf('sel_1'), query = '') => service.send(getOwnSeller, { actor, query })

  it('returns the seller of the member who asks, every field present, its members only on request', async () => {
    const { status, body } = await seller()

    expect({ status, body }).toEqual({ status: 200, body: { seller: { ...aSeller(), members: null } } })
    expect((await seller(memberOf('sel_2', 'mem_foreign'))).body.seller.id).toBe('sel_2')
    const { members } = (await seller(memberOf('sel_1'), 'fields=%2Bmembers')).body.seller
    expect(members.map(({ id }: { id: string }) => id)).toEqual(['mem_1', 'mem_2'])
  })

  it('shows the fields that the peers’ panel requests', async () => {
    const fields = 'id,name,description,phone,email,address_line,postal_code,country_code,city,tax_id,photo,store_status'

    expect(Object.keys((await seller(memberOf('sel_1'), `fields=${fields}`)).body.seller).sort()).toEqual(
      fields.split(',').sort(),
    )
  })

  it.each<[string, Actor]>([
    ['a member of no seller', memberOf('sel_none')],
    ['an administrator', { type: 'user', id: 'mem_1', identity_id: 'authid_1' }],
  ])('rejects %s', async (_who, actor) => {
    expect(summary(await seller(actor))).toEqual(REFUSED)
  })

  it('rejects an unknown query parameter', async () => {
    expect((await seller(memberOf('sel_1'), 'foo=1')).body.message).toBe("Invalid request: Unrecognized fields: 'foo'")
  })
})
