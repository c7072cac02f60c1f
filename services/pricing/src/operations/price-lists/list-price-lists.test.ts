import { listPriceLists } from '@souk/contracts'
import { plansOf, queriesOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { AT, aPrice, aPriceList, memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, {
    price_lists: [
      aPriceList({ id: 'plist_a' }),
      aPriceList({ id: 'plist_b', title: 'Winter', description: 'Shoes & more', starts_at: AT }),
      aPriceList({ id: 'plist_newest', created_at: '2026-06-01T00:00:00.000Z', status: 'draft' }),
      aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }),
      aPriceList({ id: 'plist_gone', deleted_at: AT }),
    ],
    prices: [
      aPrice({ id: 'price_1', price_list_id: 'plist_a' }),
      aPrice({ id: 'price_2', price_list_id: 'plist_b' }),
      aPrice({ id: 'price_3', price_list_id: 'plist_a', currency_code: 'usd' }),
      aPrice({ id: 'price_4', price_list_id: 'plist_foreign' }),
    ],
  })
})
afterAll(() => service.stop())

const list = (query = '', seller = 'sel_1') => service.send(listPriceLists, { query, actor: memberOf(seller) })
const shape = (body: { price_lists: { id: string; prices: { id: string }[] }[] }) =>
  body.price_lists.map(({ id, prices }) => [id, ...prices.map((price) => price.id)])

describe('list-price-lists', () => {
  it("returns the caller's lists with their prices, oldest first, without deleted ones", async () => {
    const { status, body } = await list()

    expect(status).toBe(200)
    expect(shape(body)).toEqual([['plist_a', 'price_1', 'price_3'], ['plist_b', 'price_2'], ['plist_newest']])
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(listPriceLists.response.safeParse(body).error).toBeUndefined()
  })

  it.each([
    ['limit=1', ['plist_a'], 3],
    ['limit=2&offset=1', ['plist_b', 'plist_newest'], 3],
    ['limit=2&offset=2', ['plist_newest'], 3],
    ['offset=9', [], 3],
    ['limit=0', [], 3],
  ])('paginates with %s', async (query, expected, count) => {
    const { body } = await list(query)

    expect(body.price_lists.map(({ id }: { id: string }) => id)).toEqual(expected)
    expect(body.count).toBe(count)
  })

  it('returns the requested fields', async () => {
    expect((await list('fields=title&limit=1')).body.price_lists).toEqual([{ id: 'plist_a', title: 'Sale' }])
    expect((await list('fields=prices.id&offset=1&limit=1')).body.price_lists).toEqual([
      { id: 'plist_b', prices: [{ id: 'price_2' }] },
    ])
  })

  it.each([
    ['q=winter', ['plist_b']],
    ['q=SHÓES%20win', ['plist_b']],
    ['q=', ['plist_a', 'plist_b', 'plist_newest']],
    ['status=draft', ['plist_newest']],
    ['status[]=draft&status[]=active', ['plist_a', 'plist_b', 'plist_newest']],
    ['type[0]=sale', ['plist_a', 'plist_b', 'plist_newest']],
    ['id[$in][]=plist_a,plist_b&id[$ne]=plist_b', ['plist_a']],
    ['created_at[$gte]=2026-06-01', ['plist_newest']],
    ['starts_at=null', ['plist_a', 'plist_newest']],
    ['title[$ilike]=%25inter%25', ['plist_b']],
    ['$or[0][status]=draft&$or[1][title][$like]=W%25', ['plist_b', 'plist_newest']],
    ['order=title,-status', ['plist_newest', 'plist_a', 'plist_b']],
    ['with_deleted=true&id[$in][]=plist_gone', []],
    ['id=plist_foreign', []],
    ['$or[0][id]=plist_foreign&$or[1][id]=plist_a', ['plist_a']],
  ])('finds lists with %s', async (query, expected) => {
    const { body } = await list(query)

    expect(body.price_lists?.map(({ id }: { id: string }) => id)).toEqual(expected)
    expect(body.count).toBe(expected.length)
  })

  it.each([
    ['order=amount', /Order field amount is not valid/],
    ['statis=draft', /Unrecognized fields: 'statis' \(did you mean 'status'\?\)/],
    ['title[$regex]=.*', /Operator '\$regex' is not one of/],
    ['seller_id=sel_2', /Unrecognized fields: 'seller_id'/],
  ])('rejects %s by name', async (query, message) => {
    const { status, body } = await list(query)

    expect({ status, type: body.type, message: body.message }).toEqual({
      status: 400,
      type: 'invalid_data',
      message: expect.stringMatching(message),
    })
  })

  it('reads only the lists of the seller for any filter, and only the page for any order', async () => {
    const others = Array.from({ length: 500 }, (_, n) => aPriceList({ id: `plist_other${n}`, seller_id: `sel_other${n % 50}` }))
    await insertMissing(service.db, { price_lists: others })
    const { filters, orders, search } = queriesOf(listPriceLists)
    const plansFor = async (query: string) => {
      const plans = await plansOf(service.db, () => list(`fields=id&${query}`, 'sel_other7'))
      return plans.map((plan) => ({ query, ...plan })) as {
        query: string
        planSummary: string
        docsExamined: number
        hasSortStage?: boolean
      }[]
    }

    for (const query of [...filters, ...search, '$or[0][status]=draft&$or[1][title]=x', 'with_deleted=true']) {
      for (const plan of await plansFor(query)) {
        expect(plan).toMatchObject({ query, planSummary: expect.stringContaining('IXSCAN') })
        expect(plan.docsExamined).toBeLessThanOrEqual(10)
      }
    }
    for (const order of orders) {
      const [plan] = await plansFor(`${order}&limit=3`)
      expect(plan).toMatchObject({ query: `${order}&limit=3`, planSummary: expect.stringContaining('IXSCAN') })
      expect(plan!.hasSortStage ?? false).toBe(false)
      expect(plan!.docsExamined).toBeLessThanOrEqual(3)
    }
  })

  it('caps the limit at 9,999, and returns lists with more prices than one batch holds', async () => {
    const seller_id = 'sel_many'
    const lists = Array.from({ length: 130 }, (_, n) => aPriceList({ id: `plist_m${String(n).padStart(3, '0')}`, seller_id }))
    await insertMissing(service.db, { price_lists: lists })
    const { _id, ...price } = (await service.db.collection('prices').findOne({}))!
    const of = (price_list_id: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...price, _id: `price_${price_list_id}_${n}`, key: String(n), price_list_id }))
    await service.db.collection('prices').insertMany(of('plist_m129', 15_000) as never)
    await service.db.collection('prices').insertMany([...of('plist_m128', 6000), ...of('plist_m000', 1)] as never)

    const { body } = await list('limit=1000000&fields=id,prices.id', seller_id)

    expect(body).toMatchObject({ count: 130, offset: 0, limit: 9999 })
    expect(body.price_lists.map(({ id }: { id: string }) => id)).toEqual(lists.map(({ id }) => id))
    const counts = body.price_lists.map(({ prices }: { prices: unknown[] }) => prices.length)
    expect([counts[0], counts[128], counts[129]]).toEqual([1, 6000, 15_000])
  })

  it('is empty for a seller without lists', async () => {
    expect((await list('', 'sel_9')).body).toEqual({ price_lists: [], count: 0, offset: 0, limit: 50 })
  })
})
