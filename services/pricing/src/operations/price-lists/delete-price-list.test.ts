import { createPriceListPrice, deletePriceList, getPriceList, listPriceLists, quote } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { AT, aPrice, aPriceList, aProduct, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  await insertMissing(service.db, {
    ...records,
    products: [aProduct()],
    prices: [aPrice()],
    price_lists: [aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }), aPriceList({ id: 'plist_gone', deleted_at: AT })],
  })
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

let made = 0
let id: string
beforeEach(async () => {
  id = `plist_d${++made}`
  await insertMissing(service.db, {
    price_lists: [aPriceList({ id })],
    prices: [1, 2].map((n) => aPrice({ id: `price_${id}_${n}`, price_list_id: id, amount: 15, min_quantity: n })),
  })
})

const actor = memberOf('sel_1')
const remove = (list = id, options: object = {}, on = service) =>
  on.send(deletePriceList, { params: { id: list }, actor, ...patient(), ...options })
const prices = () => service.db.collection('prices').countDocuments({ price_list_id: id })
const unitPrice = async (on: PricingUnderTest) => {
  const { items } = await on.call(quote, {
    body: {
      region_id: 'reg_eu',
      currency_code: null,
      sales_channel_id: null,
      customer: null,
      tax_address: { country_code: null, province: null },
      items: [{ variant_id: 'variant_1', quantity: 1 }],
      shipping_option_ids: [],
    },
  })
  return items[0]!.unit_price
}

describe('delete-price-list', () => {
  it('removes the list from quotes at every replica immediately, and its prices afterwards', async () => {
    expect(await Promise.all([unitPrice(service), unitPrice(second)])).toEqual([15, 15])

    const { status, body } = await remove()

    expect({ status, body }).toEqual({ status: 200, body: { id, object: 'price_list', deleted: true } })
    expect(await Promise.all([unitPrice(service), unitPrice(second)])).toEqual([20, 20])
    expect((await service.send(getPriceList, { params: { id }, actor })).status).toBe(403)
    const { price_lists } = (await service.send(listPriceLists, { actor, query: 'limit=9999&fields=id' })).body
    expect(price_lists.map((list: { id: string }) => list.id)).not.toContain(id)
    await expect.poll(prices).toBe(0)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'price-list.deleted', ids: { id } }])
  })

  it('prevents prices from being added', async () => {
    await remove()

    const body = { variant_id: 'variant_1', currency_code: 'eur', amount: 1 }
    expect((await second.send(createPriceListPrice, { params: { id }, body, actor })).status).toBe(403)
  })

  it('returns 403 for lists that are deleted, unknown or of another seller', async () => {
    await remove()

    for (const list of [id, 'plist_gone', 'plist_none', 'plist_foreign'])
      expect(refusal(await remove(list))).toEqual([403, 'not_allowed', 'You are not allowed to perform this action'])
    const { deleted_at } = (await service.db
      .collection<{ _id: string }>('price_lists')
      .findOne({ _id: 'plist_foreign' })) as never
    expect(deleted_at).toBeNull()
  })

  it('respects If-Match, and succeeds for a retry with the same op-id', async () => {
    const op_id = mintOpId(Date.now())
    expect((await remove(id, { if_match: '"7"' })).status).toBe(412)

    expect((await remove(id, { op_id, if_match: '"1"' })).status).toBe(200)
    expect((await remove(id, { op_id, if_match: '"1"' }, second)).status).toBe(200)
  })

  it('succeeds for one of several concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => remove(id, {}, n % 2 ? service : second)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 403)])
  })
})
