import { type Actor, getStoreSeller, listStoreSellers, updateSeller } from '@souk/contracts'
import { plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller } from '../../../test/builders.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

const SHOPPER: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: [], customer_id: null }
const SECRETS = { email: 'private@example.com', phone: '+49 30 9', tax_id: 'DE999' }

let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

let made = 0
async function someSeller(overrides: Parameters<typeof aSeller>[0] = {}) {
  const id = `sel_store${++made}`
  const handle = `store-shop-${made}`
  const members = [aMember({ id: `mem_store${made}`, seller_id: id, name: 'Ann Secret' })]
  const seller = aSeller({ id, name: `Store Shop ${made}`, handle, members, ...SECRETS, ...overrides })
  await insertMissing(service.db, { sellers: [seller] })
  return { id, handle, name: seller.name }
}
const get = (handle: string, query = '') => service.send(getStoreSeller, { params: { handle }, query, actor: SHOPPER })
const list = (query = '') => service.send(listStoreSellers, { query, actor: SHOPPER })
const missing = (handle: string) => [404, 'not_found', `Seller with handle: ${handle} not found`]
const EVERYTHING = 'fields=%2Bemail,%2Bphone,%2Btax_id,%2Bmembers.*,%2Bdeleted_at'

it('only the public fields of a seller are shown, whatever is requested', async () => {
  const { id, handle, name } = await someSeller({ description: 'Clothes', city: 'Berlin' })
  const { status, body, etag } = await get(handle)
  expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
  expect(body.seller).toEqual({
    ...{ id, handle, name, description: 'Clothes', photo: null, store_status: 'ACTIVE' },
    ...{ address_line: null, postal_code: null, city: 'Berlin', state: null, country_code: 'de' },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
  })
  expect((await list(`id=${id}`)).body).toMatchObject({ sellers: [body.seller], count: 1, offset: 0, limit: 50 })
  for (const text of [await get(handle, EVERYTHING), await list(EVERYTHING)].map((answer) => JSON.stringify(answer.body)))
    for (const secret of [...Object.values(SECRETS), 'Ann Secret']) expect(text).not.toContain(secret)
  for (const query of ['email=private@example.com', 'order=email', 'tax_id=DE999'])
    expect({ query, status: (await list(query)).status }).toEqual({ query, status: 400 })
  expect((await list('q=private')).body.count).toBe(0)
})

it('only active sellers are shown', async () => {
  const closed = [
    await someSeller({ store_status: 'SUSPENDED' }),
    await someSeller({ store_status: 'INACTIVE' }),
    await someSeller({ deleted_at: '2026-02-02T00:00:00.000Z' }),
  ]
  for (const { handle, id } of closed) {
    expect(refusal(await get(handle))).toEqual(missing(handle))
    expect((await list(`id=${id}&with_deleted=true`)).body.count).toBe(0)
  }
  expect(refusal(await get('none'))).toEqual(missing('none'))
})

it('suspensions and new names take effect', async () => {
  const { id, handle } = await someSeller()
  const change = (body: object) => service.admin(updateSeller, { params: { id }, body })
  expect((await get(handle)).status).toBe(200)
  await change({ store_status: 'SUSPENDED' })
  expect(refusal(await get(handle))).toEqual(missing(handle))
  await change({ store_status: 'ACTIVE', name: `Renamed ${handle}` })
  expect(refusal(await get(handle))).toEqual(missing(handle))
  expect((await get(`renamed-${handle}`)).body.seller).toMatchObject({ id })
})

it('list-store-sellers supports all its filters, orders and searches, each from an index', async () => {
  await someSeller()
  const { filters, orders, search } = queriesOf(listStoreSellers)
  const plans = await plansOf(service.db, async () => {
    for (const query of ['limit=9999', ...filters, ...orders, ...search])
      expect({ query, status: (await list(query)).status }).toEqual({ query, status: 200 })
  })
  expect(await unindexed(service.db, plans)).toEqual([])
})
