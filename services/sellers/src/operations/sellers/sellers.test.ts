import { getOwnSeller, getSeller, inviteSeller, listSellers, revokeAccess, updateOwnSeller, updateSeller } from '@souk/contracts'
import { accessKeys, createLogger, mintOpId, watchAccessBucket } from '@souk/runtime'
import { patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { toldBeforeAnswered } from '../../../test/before-the-answer.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'
import { accessEntries } from '../../background/keep-access-in-sync.ts'

let service: SellersUnderTest
let bucket: ReturnType<typeof watchAccessBucket>
beforeAll(async () => {
  service = await startForAdministrators()
  bucket = watchAccessBucket(service.bus, createLogger('test', 'silent'))
  await vi.waitFor(() => expect(bucket.complete).toBe(true))
})
afterAll(async () => {
  bucket.stop()
  await service.stop()
})

let made = 0
async function someSeller(overrides: Parameters<typeof aSeller>[0] = {}) {
  const n = ++made
  const id = `sel_admin${n}`
  const handle = `admin-shop-${n}`
  const members = [
    aMember({ id: `mem_admin${n}`, seller_id: id }),
    aMember({ id: `mem_gone${n}`, seller_id: id, deleted_at: '2026-02-02T00:00:00.000Z' }),
  ]
  await insertMissing(service.db, { sellers: [aSeller({ id, name: `Admin Shop ${n}`, handle, members, ...overrides })] })
  return { id, owner: memberOf(id, members[0]!.id), handle }
}
const get = (id: string, query = '') => service.admin(getSeller, { params: { id }, query })
const list = (query: string) => service.admin(listSellers, { query })
const update = (id: string, body: object, options: object = {}) =>
  service.admin(updateSeller, { params: { id }, body, ...options } as never)
const missing = (id: string) => [404, 'not_found', `Seller with id: ${id} not found`]
const deleted = { deleted_at: '2026-02-02T00:00:00.000Z' }

describe('get-seller', () => {
  it('shows everything about a seller, and its members on request, without deleted ones', async () => {
    const { id, handle } = await someSeller({ email: 'shop@example.com', tax_id: 'DE1' })
    const { status, body, etag } = await get(id)
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(body.seller).toMatchObject({ id, handle, email: 'shop@example.com', tax_id: 'DE1', members: null })
    expect(getSeller.response.strict().safeParse(body).error).toBeUndefined()
    expect((await get(id, 'fields=%2Bmembers')).body.seller.members).toMatchObject([{ id: `mem_admin${made}` }])
  })

  it('answers 404 for unknown and deleted sellers', async () => {
    const { id } = await someSeller(deleted)
    for (const gone of [id, 'sel_none'])
      expect(refusal(await get(gone))).toEqual([404, 'not_found', `Seller id not found: ${gone}`])
  })
})

describe('list-sellers', () => {
  it('finds sellers of every status, but no deleted ones, by words of their names', async () => {
    const { id, handle } = await someSeller({ store_status: 'SUSPENDED', name: 'Überlinen Weavers' })
    const other = await someSeller({ name: 'Gone Weavers', ...deleted })
    const { sellers, count } = (await list('q=uberlin weav')).body
    expect({ sellers, count }).toMatchObject({ sellers: [{ id, store_status: 'SUSPENDED', members: null }], count: 1 })
    expect((await list(`handle=${handle}&store_status=SUSPENDED`)).body.count).toBe(1)
    expect((await list(`id=${other.id}&with_deleted=true`)).body.count).toBe(0)
    expect((await list(`id=${id}&fields=%2Bmembers`)).body.sellers[0].members).toHaveLength(1)
  })

  it('finds a seller by its new name, and no longer by its old one', async () => {
    const { id } = await someSeller({ name: 'Cuckoo Clocks' })
    expect((await update(id, { name: 'Sundials' })).status).toBe(200)
    expect((await list('q=sundials')).body.sellers).toMatchObject([{ id, handle: 'sundials' }])
    expect((await list('q=cuckoo')).body.count).toBe(0)
  })

  it('supports all its filters, orders and searches, each from an index', async () => {
    await someSeller()
    const { filters, orders, search } = queriesOf(listSellers, { store_status: 'ACTIVE' })
    const plans = await plansOf(service.db, async () => {
      for (const query of ['limit=9999', ...filters, ...orders, ...search])
        expect({ query, status: (await list(query)).status }).toEqual({ query, status: 200 })
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

describe('update-seller', () => {
  it('changes the named fields; the handle follows the name', async () => {
    const { id, owner } = await someSeller()
    const said = { description: 'Clothes', email: 'new@example.com', phone: '1', photo: null, city: 'Paris', country_code: 'FR' }
    const { status, body, etag } = await update(id, { name: ` Über ${id} `, ...said })
    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    const handle = `uber-${id}`
    expect(body.seller).toMatchObject({ ...said, country_code: 'fr', handle, store_status: 'ACTIVE', tax_id: null })
    expect((await service.send(getOwnSeller, { actor: owner })).body).toEqual(body)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'seller.updated', ids: { id } }])
    expect((await update(id, {})).body).toEqual(body)
  })

  it('rejects taken handles, wrong revisions, fields that cannot be changed, and unknown sellers', async () => {
    const [{ id }, { handle }] = [await someSeller(), await someSeller()]
    expect(refusal(await update(id, { name: handle }))).toEqual([
      400,
      'invalid_data',
      `Seller with handle: ${handle}, already exists.`,
    ])
    expect((await update(id, { description: 'x' }, { if_match: '"7"' })).status).toBe(412)
    for (const body of [{ handle: 'mine' }, { store_status: 'OPEN' }, { name: 'abc' }, { members: [] }, { email: 'nonsense' }])
      expect({ body, status: (await update(id, body)).status }).toEqual({ body, status: 400 })
    const gone = await someSeller(deleted)
    for (const one of [gone.id, 'sel_none']) expect(refusal(await update(one, { description: 'x' }))).toEqual(missing(one))
  })

  it('tells gateways of a suspension before it answers, and of its end', async () => {
    const { id } = await someSeller()
    const entry = accessKeys.seller(id)
    for (const store_status of ['SUSPENDED', 'INACTIVE'] as const) {
      const told = await toldBeforeAnswered(service, entry, () => update(id, { store_status }))
      expect(told.answer.body.seller).toMatchObject({ store_status })
      expect(told.entry).toEqual({ store_status })
      expect((await accessEntries(service.deps)).get(entry)).toEqual({ store_status })
    }
    expect((await update(id, { store_status: 'ACTIVE' })).body.seller).toMatchObject({ store_status: 'ACTIVE' })
    await vi.waitFor(() => expect(bucket.has(entry)).toBe(false))
    expect((await accessEntries(service.deps)).has(entry)).toBe(false)
    expect((await update(id, { store_status: 'ACTIVE' })).status).toBe(200)
  })

  it('leaves gateways with the stored status when it is changed concurrently', async () => {
    const { id } = await someSeller()
    const statuses = ['SUSPENDED', 'ACTIVE', 'INACTIVE', 'ACTIVE', 'SUSPENDED', 'ACTIVE']
    const answers = await Promise.all(statuses.map((store_status) => update(id, { store_status }, patient())))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const { store_status } = (await get(id)).body.seller
    const expected = store_status === 'ACTIVE' ? undefined : { store_status }
    await vi.waitFor(() => expect(bucket.get(accessKeys.seller(id))).toEqual(expected))
  })

  it('tells gateways on retry what an earlier attempt could not', async () => {
    const { id } = await someSeller()
    const op_id = mintOpId(Date.now())
    await update(id, { store_status: 'SUSPENDED' }, { op_id })
    await vi.waitFor(() => expect(bucket.has(accessKeys.seller(id))).toBe(true))
    await service.deps.access.remove(accessKeys.seller(id))
    await vi.waitFor(() => expect(bucket.has(accessKeys.seller(id))).toBe(false))
    expect((await update(id, { store_status: 'SUSPENDED' }, { op_id })).status).toBe(200)
    await vi.waitFor(() => expect(bucket.get(accessKeys.seller(id))).toEqual({ store_status: 'SUSPENDED' }))
  })

  it('does not readmit a revoked seller', async () => {
    const { id } = await someSeller()
    await service.call(revokeAccess, { body: { kind: 'seller', id }, actor: { type: 'service', id: 'orders' } })
    expect((await update(id, { store_status: 'SUSPENDED' })).status).toBe(200)
    expect((await update(id, { store_status: 'ACTIVE' })).status).toBe(200)
    await vi.waitFor(() => expect(bucket.get(accessKeys.seller(id))).toEqual({ deleted: true }))
  })

  it('leaves the status to administrators', async () => {
    const { owner } = await someSeller()
    const answer = await service.send(updateOwnSeller, { actor: owner, body: { store_status: 'ACTIVE' } as never })
    expect(answer.status).toBe(400)
  })
})

describe('invite-seller', () => {
  const invite = (body: object, options: object = {}) => service.admin(inviteSeller, { body, ...options } as never)

  it('publishes an event with the invitation, once for a retried request', async () => {
    const op_id = mintOpId(Date.now())
    const body = { email: 'ann@example.com', registration_url: 'https://shop.example/register' }
    const answers = [await invite(body, { op_id }), await invite(body, { op_id })]
    const [{ invitation }] = answers.map((answer) => answer.body) as [{ invitation: { id: string } }]
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 201, body: { invitation: { id: expect.stringMatching(/^selinv_/), ...body } } })
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    const told = await service.eventsOf(invitation.id, 1)
    expect(told).toMatchObject([{ type: 'seller-invitation.created', ids: { id: invitation.id, ...body } }])
  })

  it('accepts an invitation without the address of the registration', async () => {
    const { invitation } = (await invite({ email: 'ann@example.com' })).body
    expect(invitation).toMatchObject({ email: 'ann@example.com', registration_url: null })
    expect(await service.eventsOf(invitation.id, 1)).toMatchObject([{ ids: { registration_url: '' } }])
  })

  it('rejects invalid e-mails, invalid addresses and unknown fields', async () => {
    const email = 'ann@example.com'
    for (const body of [{}, { email: 'nobody' }, { email, registration_url: 'javascript:alert(1)' }, { email, name: 'Ann' }])
      expect({ body, status: (await invite(body)).status }).toEqual({ body, status: 400 })
  })
})
