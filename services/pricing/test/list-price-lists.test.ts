import { listPriceLists } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AT, aPrice, aPriceList, memberOf } from './builders.ts'
import { type PricingUnderTest, startPricing } from './service.ts'

let service: PricingUnderTest

beforeAll(async () => {
  service = await startPricing()
  const { prices, priceLists } = service.deps
  await priceLists.insertMissing([
    aPriceList({ id: 'plist_a' }),
    aPriceList({ id: 'plist_b' }),
    aPriceList({ id: 'plist_newest', created_at: '2026-06-01T00:00:00.000Z' }),
    aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }),
    aPriceList({ id: 'plist_gone', deleted_at: AT }),
  ])
  await prices.insertMissing([
    aPrice({ id: 'price_1', price_list_id: 'plist_a' }),
    aPrice({ id: 'price_2', price_list_id: 'plist_b' }),
    aPrice({ id: 'price_3', price_list_id: 'plist_a', currency_code: 'usd' }),
    aPrice({ id: 'price_4', price_list_id: 'plist_foreign' }),
  ])
})
afterAll(() => service.stop())

const list = (query = '', seller = 'sel_1') => service.send(listPriceLists, { query, actor: memberOf(seller) })
const shape = (body: { price_lists: { id: string; prices: { id: string }[] }[] }) =>
  body.price_lists.map(({ id, prices }) => [id, ...prices.map((price) => price.id)])

describe('list-price-lists', () => {
  it("answers the caller's living lists with their prices, the newest first", async () => {
    const { status, body } = await list()

    expect(status).toBe(200)
    expect(shape(body)).toEqual([['plist_newest'], ['plist_b', 'price_2'], ['plist_a', 'price_1', 'price_3']])
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(listPriceLists.response.safeParse(body).error).toBeUndefined()
  })

  it.each([
    ['limit=1', ['plist_newest'], 3],
    ['limit=2&offset=1', ['plist_b', 'plist_a'], 3],
    ['limit=2&offset=2', ['plist_a'], 3],
    ['offset=9', [], 3],
    ['limit=0', [], 3],
  ])('pages with %s', async (query, expected, count) => {
    const { body } = await list(query)

    expect(body.price_lists.map(({ id }: { id: string }) => id)).toEqual(expected)
    expect(body.count).toBe(count)
  })

  it('shows the fields that are asked for', async () => {
    expect((await list('fields=title&limit=1')).body.price_lists).toEqual([{ id: 'plist_newest', title: 'Sale' }])
    expect((await list('fields=prices.id&offset=1&limit=1')).body.price_lists).toEqual([
      { id: 'plist_b', prices: [{ id: 'price_2' }] },
    ])
  })

  it('is empty for a seller without lists', async () => {
    expect((await list('', 'sel_9')).body).toEqual({ price_lists: [], count: 0, offset: 0, limit: 50 })
  })
})
