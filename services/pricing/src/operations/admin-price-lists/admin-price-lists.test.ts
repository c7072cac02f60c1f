import {
  createAdminPriceList,
  createPriceList,
  deleteAdminPriceList,
  getAdminPriceList,
  getPriceList,
  listAdminPriceLists,
  listPriceListPrices,
  updateAdminPriceList,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { AT, aPrice, aPriceList, aProduct, aVariant, memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, {
    products: [aProduct(), aProduct({ id: 'prod_2', seller_id: null, variants: [aVariant({ id: 'variant_2' })] })],
    price_lists: [
      aPriceList({ id: 'plist_a', title: 'Summer' }),
      aPriceList({ id: 'plist_b', seller_id: 'sel_2', title: 'Winter', description: '50% off', status: 'draft', ends_at: AT }),
      aPriceList({ id: 'plist_gone', deleted_at: AT }),
    ],
    prices: [
      aPrice({ id: 'price_a', price_list_id: 'plist_a' }),
      aPrice({ id: 'price_b', price_list_id: 'plist_a', min_quantity: 3 }),
    ],
  })
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
const create = (body: object = {}, options: object = {}) =>
  send(createAdminPriceList, undefined, { body: { title: aName('List'), description: 'Cheaper', ...body }, ...options })
const aList = async (body: object = {}): Promise<string> => (await create(body)).body.price_list.id
const DEFAULTS = [
  ...['created_at', 'deleted_at', 'description', 'ends_at', 'id', 'metadata', 'rules', 'starts_at', 'status', 'title', 'type'],
  'updated_at',
]

describe('create-admin-price-list', () => {
  it('creates a list without a seller, with prices for variants of any seller, and omits prices by default', async () => {
    const prices = ['variant_1', 'variant_2'].map((variant_id) => ({ variant_id, currency_code: 'USD', amount: 85 }))
    const { status, body } = await create({
      title: 'VIP',
      description: 'Summer',
      type: 'override',
      status: 'active',
      starts_at: '07/01/2022',
      ends_at: '2022-07-31',
      rules: { customer_group_id: ['cusgroup_1'] },
      metadata: { campaign: 1 },
      prices,
    })

    expect(status).toBe(200)
    expect(Object.keys(body.price_list).sort()).toEqual(DEFAULTS)
    expect(body.price_list).toMatchObject({
      title: 'VIP',
      type: 'override',
      status: 'active',
      starts_at: '2022-07-01T00:00:00.000Z',
      rules: { customer_group_id: ['cusgroup_1'] },
      metadata: { campaign: 1 },
    })
    const listed = await send(listPriceListPrices, body.price_list.id, { query: 'fields=variant_id,amount,currency_code' })
    expect(listed.body.prices).toMatchObject(prices.map((price) => ({ ...price, currency_code: 'usd' })))
    const ids = { id: body.price_list.id, seller_id: '' }
    expect(await service.eventsOf(body.price_list.id, 1)).toMatchObject([{ type: 'price-list.created', ids }])
  })

  it('creates a draft sale without dates by default, and shows prices on request', async () => {
    const prices = [{ variant_id: 'variant_1', currency_code: 'eur', amount: 1 }]
    const { body } = await create({ prices }, { query: 'fields=prices.*' })

    expect(body.price_list).toMatchObject({
      status: 'draft',
      type: 'sale',
      starts_at: null,
      ends_at: null,
      rules: {},
      metadata: null,
    })
    expect(body.price_list.prices).toMatchObject([{ amount: 1, variant_id: 'variant_1', rules: {} }])
  })

  it('creates one list for a repeated request', async () => {
    const op_id = mintOpId(Date.now())
    const title = aName('List')
    const [first, again] = [await create({ title }, { op_id }), await create({ title }, { op_id })]

    expect(again.body).toEqual(first.body)
    expect(await service.db.collection('price_lists').countDocuments({ title })).toBe(1)
  })

  it.each([
    [
      { title: undefined, description: undefined, prices: [{ currency_code: 'eur', amount: 1 }] },
      /Field 'title' is required; Field 'description' is required; Field 'prices, 0, variant_id' is required$/,
    ],
    [{ prices: [{ currency_code: 'eur', amount: 1, variant_id: 'variant_x' }] }, /^No price set exist for variants: variant_x$/],
    [{ starts_at: '2026-02-01', ends_at: '2026-01-01' }, /must not be after ends_at/],
    [{ seller_id: 'sel_1' }, /Unrecognized fields: 'seller_id'/],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await create(body))).toEqual([400, 'invalid_data', expect.stringMatching(message)])
  })
})

describe('get-admin-price-list', () => {
  it('returns the list of any seller, with prices only on request', async () => {
    const { status, body } = await send(getAdminPriceList, 'plist_b')

    expect([status, Object.keys(body.price_list).sort()]).toEqual([200, DEFAULTS])
    const fields = 'fields=*prices,prices.price_set.variant.id,prices.price_rules.attribute,prices.price_rules.value'
    const [price, ...more] = (await send(getAdminPriceList, 'plist_a', { query: fields })).body.price_list.prices
    expect(more).toHaveLength(1)
    expect(price).toMatchObject({
      id: 'price_a',
      variant_id: 'variant_1',
      rules: {},
      price_set: { variant: { id: 'variant_1' } },
    })
  })

  it.each(['plist_none', 'plist_gone'])('returns 404 for %s', async (id) => {
    expect(refusal(await send(getAdminPriceList, id))).toEqual([404, 'not_found', `Price list with id: ${id} was not found`])
  })
})

describe('list-admin-price-lists', () => {
  const found = async (query: string) => {
    const { body } = await send(listAdminPriceLists, undefined, { query: `id[]=plist_a&id[]=plist_b&id[]=plist_gone&${query}` })
    return [body.price_lists?.map(({ id }: { id: string }) => id), body.count]
  }

  it.each([
    ['', ['plist_a', 'plist_b']],
    ['q=sum', ['plist_a']],
    ['q=umme', ['plist_a']],
    ['q=50%25', ['plist_b']],
    ['q=blablabla', []],
    ['q=summer&status[]=draft', []],
    ['q=summer&status[]=active', ['plist_a']],
    ['order=title', ['plist_a', 'plist_b']],
    ['ends_at[$lte]=2026-12-01', ['plist_b']],
    ['with_deleted=true', ['plist_a', 'plist_b']],
    ['limit=1', ['plist_a'], 2],
  ] as [string, string[], number?][])('finds lists with %s', async (query, expected, count = expected.length) => {
    expect(await found(query)).toEqual([expected, count])
  })

  it('omits prices by default, and shows them on request', async () => {
    const { body } = await send(listAdminPriceLists, undefined, { query: 'id=plist_a' })
    expect(Object.keys(body.price_lists[0]).sort()).toEqual(DEFAULTS)

    const asked = await send(listAdminPriceLists, undefined, { query: 'id=plist_a&fields=title,prices.id' })
    expect(asked.body.price_lists).toEqual([{ id: 'plist_a', title: 'Summer', prices: [{ id: 'price_a' }, { id: 'price_b' }] }])
  })

  it('uses an index for every filter, search and order', async () => {
    await insertMissing(service.db, {
      price_lists: Array.from({ length: 300 }, (_, n) => aPriceList({ id: `plist_i${n}`, title: 'zz', description: 'zz' })),
    })
    const { filters, orders, search } = queriesOf(listAdminPriceLists)
    for (const query of [...filters, ...search, ...orders.map((order) => `${order}&limit=2`)]) {
      const plans = await plansOf(service.db, () => send(listAdminPriceLists, undefined, { query: `fields=id&${query}` }))
      expect({ query, plans: await unindexed(service.db, plans) }).toEqual({ query, plans: [] })
      if (orders.some((order) => query.startsWith(order)))
        expect({ query, sorts: plans[0]!.hasSortStage ?? false }).toEqual({ query, sorts: false })
    }
  })
})

describe('update-admin-price-list', () => {
  it('changes any list, merges metadata and publishes an event', async () => {
    const id = await aList({ metadata: { a: 1 }, rules: { region_id: ['reg_eu'] }, starts_at: '2026-01-01' })
    const { status, body } = await send(updateAdminPriceList, id, {
      body: { title: 'New', metadata: { b: 2 }, rules: {}, starts_at: null },
    })

    expect([status, Object.keys(body.price_list).sort()]).toEqual([200, DEFAULTS])
    expect(body.price_list).toMatchObject({ title: 'New', metadata: { a: 1, b: 2 }, rules: {}, starts_at: null })
    expect(await service.eventsOf(id, 2)).toMatchObject([
      { type: 'price-list.created' },
      { type: 'price-list.updated', ids: { id } },
    ])
  })

  it('changes the list of a seller, who can still read it', async () => {
    const made = await service.send(createPriceList, { body: { title: 'Mine' }, actor: memberOf('sel_1') })
    const { id } = made.body.price_list
    await send(updateAdminPriceList, id, { body: { title: 'Ours' } })

    const read = await service.send(getPriceList, { params: { id }, actor: memberOf('sel_1') })
    expect(read.body.price_list.title).toBe('Ours')
    const shops = await aList()
    expect((await service.send(getPriceList, { params: { id: shops }, actor: memberOf('sel_1') })).status).toBe(403)
  })

  it.each(['plist_none', 'plist_gone'])('returns 404 for %s', async (id) => {
    expect(refusal(await send(updateAdminPriceList, id, { body: {} }))).toEqual([
      404,
      'not_found',
      `Price lists with id: ${id} was not found`,
    ])
  })

  it('keeps all of several concurrent changes, and respects If-Match', async () => {
    const id = await aList()
    const bodies = [{ title: 'x' }, { description: 'y' }, { status: 'active' as const }, { starts_at: '2026-01-01' }]
    await Promise.all(bodies.map((body) => send(updateAdminPriceList, id, { body })))

    const { body } = await send(getAdminPriceList, id)
    expect(body.price_list).toMatchObject({
      title: 'x',
      description: 'y',
      status: 'active',
      starts_at: '2026-01-01T00:00:00.000Z',
    })
    expect((await send(updateAdminPriceList, id, { body: { title: 'z' }, if_match: '"1"' })).status).toBe(412)
  })
})

describe('delete-admin-price-list', () => {
  it('deletes any list with its prices, and succeeds again when repeated', async () => {
    const prices = [{ variant_id: 'variant_1', currency_code: 'eur', amount: 1 }]
    const id = await aList({ prices })
    const answer = { status: 200, body: { id, object: 'price_list', deleted: true } }

    expect(await send(deleteAdminPriceList, id)).toMatchObject(answer)
    expect(await send(deleteAdminPriceList, id)).toMatchObject(answer)
    expect((await send(getAdminPriceList, id)).status).toBe(404)
    await expect.poll(() => service.db.collection('prices').countDocuments({ price_list_id: id })).toBe(0)
  })

  it('respects If-Match', async () => {
    const id = await aList()

    expect((await send(deleteAdminPriceList, id, { if_match: '"2"' })).status).toBe(412)
    expect((await send(deleteAdminPriceList, 'plist_none', { if_match: '"1"' })).status).toBe(412)
    expect((await send(deleteAdminPriceList, id, { if_match: '"1"' })).status).toBe(200)
  })
})

describe('admin price lists', () => {
  it.each([
    [createAdminPriceList, { title: 'x', description: 'y' }],
    [updateAdminPriceList, {}],
    [listAdminPriceLists, {}],
    [getAdminPriceList, {}],
    [deleteAdminPriceList, {}],
  ])('are not available to sellers: $name', async (operation, body) => {
    const params = { id: 'plist_a' } as never
    const answer = await service.send(operation as never, { actor: memberOf('sel_1'), params, body } as never)
    expect((answer as { status: number }).status).toBe(401)
  })
})
