import {
  createAdminPriceList,
  createPriceList,
  createPriceListPrice,
  createVendorProductVariant,
  managePriceListProducts,
  type Operation,
  updatePriceList,
  updateVendorProductVariant,
} from '@souk/contracts'
import { type CallOptions, invalid, patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { aGroup } from '../../../../orders/test/records.ts'
import { ADMIN } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { startShop } from '../../../test/service.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  await seedPricing(shop.db)
  const group = (id: string, seller_id: string | null) => aGroup({ id, name: id, seller_id })
  await insertMissing(shop.orders.db, {
    customer_groups: [
      ...[group(OWN, ids.seller), group(SHOPS, null), group(THEIRS, ids.foreign_seller)],
      { ...group(GONE, ids.seller), deleted_at: '2026-02-02T00:00:00.000Z' },
    ],
  })
})
afterAll(() => shop.stop())

const [OWN, SHOPS, THEIRS, GONE] = ['cusgroup_own', 'cusgroup_shops', 'cusgroup_theirs', 'cusgroup_gone']
const REFUSED = invalid('Prices can be limited only to seller own customer groups!')
const send = <O extends Operation>(operation: O, options: CallOptions<O>) =>
  shop.send(operation, { actor: memberOf(ids.seller), ...patient(), ...options })
const rulesFor = (...groups: string[]) => ({ 'customer.groups.id': groups })
const priceFor = (group: string, more: object = {}) => ({
  ...{ variant_id: ids.variant, currency_code: 'eur', amount: 3, rules: { 'customer.groups.id': group } },
  ...more,
})
const create = (more: object) => send(createPriceList, { body: { title: 'Sale', ...more } as never })
const update = (id: string, rules: object) => send(updatePriceList, { params: { id }, body: { rules } as never })
const batch = (id: string, body: object) => send(managePriceListProducts, { params: { id }, body: body as never })
const lists = () => shop.db.collection<{ _id: string }>('price_lists')
const pricesOf = (price_list_id: string) => shop.db.collection('prices').countDocuments({ price_list_id, deleted_at: null })
async function aList(more: object = {}): Promise<string> {
  const { status, body } = await create(more)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.price_list.id
}

describe('rules of a seller’s price list', () => {
  it('may name customer groups of the seller and of the marketplace', async () => {
    const id = await aList({ rules: rulesFor(OWN, SHOPS), prices: [priceFor(OWN)] })
    expect((await update(id, rulesFor(SHOPS))).status).toBe(200)
    const added = await send(createPriceListPrice, { params: { id }, body: priceFor(SHOPS) as never })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    expect((await batch(id, { create: [priceFor(OWN, { currency_code: 'usd' })] })).status).toBe(200)
    expect(await pricesOf(id)).toBe(3)
  })

  it.each([
    ['another seller’s group', THEIRS],
    ['an unknown group', 'cusgroup_none'],
    ['a deleted group', GONE],
  ])('are rejected for %s, and nothing is written', async (_what, group) => {
    const before = await lists().countDocuments()
    for (const more of [
      { rules: rulesFor(OWN, group) },
      { rules: { customer_group_id: [group] } },
      { prices: [priceFor(group)] },
    ])
      expect(refusal(await create(more))).toEqual(REFUSED)
    expect(await lists().countDocuments()).toBe(before)

    const id = await aList({ prices: [priceFor(OWN)] })
    expect(refusal(await update(id, rulesFor(group)))).toEqual(REFUSED)
    expect(refusal(await send(createPriceListPrice, { params: { id }, body: priceFor(group) as never }))).toEqual(REFUSED)
    expect(refusal(await batch(id, { create: [priceFor(group)] }))).toEqual(REFUSED)
    expect([await pricesOf(id), await lists().findOne({ _id: id })]).toMatchObject([1, { rules: [] }])
  })

  it('may keep another seller’s group that they already name, but not add an unknown one', async () => {
    const id = await aList()
    await lists().updateOne({ _id: id }, { $set: { rules: [{ attribute: 'customer.groups.id', value: [THEIRS] }] } })
    expect((await update(id, { ...rulesFor(THEIRS), region_id: [ids.region] })).status).toBe(200)
    expect(refusal(await update(id, rulesFor(THEIRS, 'cusgroup_none')))).toEqual(REFUSED)
  })

  it('may name any group when an administrator creates the list', async () => {
    const body = { title: 'Sale', description: 'All', rules: rulesFor(THEIRS), prices: [priceFor(THEIRS)] }
    expect((await shop.send(createAdminPriceList, { actor: ADMIN, ...patient(), body: body as never })).status).toBe(200)
  })
})

it('base prices of a seller’s variants are limited to the same customer groups', async () => {
  const params = { id: ids.product }
  const variant = (group: string) => ({
    title: `For ${group}`,
    prices: [{ currency_code: 'eur', amount: 2, rules: { 'customer.groups.id': group } }],
  })
  expect(refusal(await send(createVendorProductVariant, { params, body: variant(THEIRS) as never }))).toEqual(REFUSED)
  const { prices } = variant(THEIRS)
  const change = { params: { ...params, variant_id: ids.variant }, body: { prices } as never }
  expect(refusal(await send(updateVendorProductVariant, change))).toEqual(REFUSED)
  const own = { ...change, body: { prices: variant(OWN).prices } as never }
  expect((await send(updateVendorProductVariant, own)).status).toBe(200)
})
