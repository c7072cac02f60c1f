import { createPriceListPrice, deletePriceListPrice, type Price, quote } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { AT, aPrice, aPriceList, aProduct, aVariant, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest

const PRICE = { variant_id: 'variant_1', currency_code: 'eur', amount: 15 }

beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  await insertMissing(service.db, {
    ...records,
    products: [
      aProduct({ variants: [aVariant(), aVariant({ id: 'variant_2' }), aVariant({ id: 'variant_gone', deleted_at: AT })] }),
      aProduct({ id: 'prod_2', seller_id: 'sel_2', variants: [aVariant({ id: 'variant_foreign' })] }),
      aProduct({ id: 'prod_3', deleted_at: AT, variants: [aVariant({ id: 'variant_deleted_product' })] }),
    ],
    prices: [aPrice()],
    price_lists: [
      aPriceList(),
      aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }),
      aPriceList({ id: 'plist_gone', deleted_at: AT }),
    ],
  })
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})
beforeEach(() => service.db.collection('prices').deleteMany({ price_list_id: 'plist_1' }))

interface Adding extends Pick<CallOptions<typeof createPriceListPrice>, 'query' | 'op_id' | 'deadline' | 'contested'> {
  list?: string
  seller?: string
}
const add = (
  body: unknown,
  {
    list = 'plist_1',
    query = '',
    seller = 'sel_1',
    op_id = mintOpId(Date.now()),
    deadline = Date.now() + 30_000,
    ...more
  }: Adding = {},
) => service.send(createPriceListPrice, { params: { id: list }, query, body, actor: memberOf(seller), op_id, deadline, ...more })
const stored = () => service.db.collection('prices').find({ price_list_id: 'plist_1' }).toArray()

describe('create-price-list-price', () => {
  it('returns the list with the new price and all fields', async () => {
    const { status, body } = await add({
      ...PRICE,
      currency_code: 'EUR',
      min_quantity: 2,
      max_quantity: 5,
      rules: { customer_id: 'cus_1' },
    })

    expect(status).toBe(201)
    expect(body.price_list).toEqual({
      id: 'plist_1',
      title: 'Sale',
      description: null,
      rules: {},
      rules_count: 0,
      price_list_rules: [],
      starts_at: null,
      ends_at: null,
      status: 'active',
      type: 'sale',
      metadata: null,
      created_at: AT,
      updated_at: AT,
      deleted_at: null,
      prices: [
        {
          id: expect.stringMatching(/^price_[0-9A-Z]{26}$/),
          title: null,
          variant_id: 'variant_1',
          rules: { customer_id: 'cus_1' },
          rules_count: 1,
          currency_code: 'eur',
          amount: 15,
          raw_amount: { value: '15', precision: 20 },
          min_quantity: 2,
          max_quantity: 5,
          price_set_id: 'pset_of_variant_1',
          price_set: { id: 'pset_of_variant_1', variant: { id: 'variant_1' } },
          price_rules: [{ attribute: 'customer_id', value: 'cus_1' }],
          price_list_id: 'plist_1',
          created_at: expect.any(String),
          updated_at: expect.any(String),
          deleted_at: null,
        },
      ],
    })
    expect(createPriceListPrice.response.safeParse(body).error).toBeUndefined()
  })

  it('updates the amount of an equal price and keeps its id', async () => {
    const first = (await add({ ...PRICE, rules: { a: '1', b: '2' } })).body.price_list.prices[0]

    const { body } = await add({ ...PRICE, amount: 12.5, min_quantity: null, rules: { b: '2', a: '1' } })

    expect(body.price_list.prices).toEqual([
      { ...first, amount: 12.5, raw_amount: { value: '12.5', precision: 20 }, updated_at: expect.any(String) },
    ])
    expect(body.price_list.prices[0].updated_at >= first.updated_at).toBe(true)
  })

  it.each([
    ['variant', { variant_id: 'variant_2' }],
    ['currency', { currency_code: 'usd' }],
    ['minimum quantity', { min_quantity: 2 }],
    ['maximum quantity', { max_quantity: 2 }],
    ['rules', { rules: { region_id: 'reg_eu' } }],
  ])('keeps prices separate that differ in their %s', async (_what, difference) => {
    await add(PRICE)

    const { body } = await add({ ...PRICE, ...difference })

    expect(body.price_list.prices).toHaveLength(2)
  })

  it('lists prices in order of creation', async () => {
    for (const min_quantity of [3, 1, 2]) await add({ ...PRICE, min_quantity })

    const { body } = await add({ ...PRICE, min_quantity: 9 })

    expect(body.price_list.prices.map((price: Price) => price.min_quantity)).toEqual([3, 1, 2, 9])
  })

  it('applies a retry with the same op-id once', async () => {
    const op_id = mintOpId(Date.now())
    await add({ ...PRICE, amount: 1 })

    const first = await add(PRICE, { op_id })
    await add({ ...PRICE, amount: 99 })
    const repeated = await add(PRICE, { op_id })

    expect(first.body.price_list.prices[0].amount).toBe(15)
    expect(repeated.status).toBe(201)
    expect(repeated.body.price_list.prices[0].amount).toBe(99)
    expect((await stored())[0]).toMatchObject({ revision: 3, event_seq: 3 })
  })

  it('publishes an event for the creation and the update', async () => {
    const published = new Map<string, object>()
    const subscription = service.bus.nc.subscribe('evt.pricing.>', {
      callback: (_error, message) => {
        const { seq, type, at, ids } = message.json<{ seq: number; type: string; at: string; ids: Record<string, string> }>()
        published.set(`${ids.id} ${seq}`, { type, at, ids }) // an event may be published more than once
      },
    })
    await service.bus.nc.flush()

    await add(PRICE)
    await add({ ...PRICE, amount: 1 })

    const [price] = await stored()
    const ids = { id: price!._id, price_list_id: 'plist_1', variant_id: PRICE.variant_id }
    const events = () => [1, 2, 3].flatMap((seq) => published.get(`${ids.id} ${seq}`) ?? [])
    await expect.poll(() => events().length).toBe(2)
    expect(events()).toEqual([
      { type: 'price.created', at: price!.created_at, ids },
      { type: 'price.updated', at: price!.updated_at, ids },
    ])
    subscription.unsubscribe()
  })

  it('removes op-ids from a price once they are old', async () => {
    await add(PRICE)
    const old = { op: Buffer.alloc(16, 1), at: Date.now() - 31_000, rev: 1 }
    const young = { op: Buffer.alloc(16, 2), at: Date.now() - 5_000, rev: 2 }
    const recent_ops = [...Array.from({ length: 100 }, () => old), young]
    await service.db.collection('prices').updateOne({ price_list_id: 'plist_1' }, { $set: { recent_ops }, $inc: { revision: 1 } })

    await add(PRICE)

    expect((await stored())[0]!.recent_ops.map(({ rev }: { rev: number }) => rev)).toEqual([2, 3])
  })

  it('answers overloaded while a price has too many recent op-ids, and succeeds once they are old', async () => {
    await add(PRICE)
    const fill = (at: number) => {
      const recent_ops = Array.from({ length: 6144 }, (_, rev) => ({ op: Buffer.alloc(16, rev % 256), at, rev }))
      const update = { $set: { recent_ops }, $inc: { revision: 1 } }
      return service.db.collection('prices').updateOne({ price_list_id: 'plist_1' }, update)
    }

    await fill(Date.now())
    expect((await add({ ...PRICE, amount: 1 })).body).toMatchObject({ code: 'overloaded' })

    await fill(Date.now() - 60_000)
    expect((await add({ ...PRICE, amount: 1 })).body.price_list.prices[0].amount).toBe(1)
    expect((await stored())[0]!.recent_ops).toHaveLength(1)
  })

  it('stores strings with database operators literally', async () => {
    const rules = { region_id: '$amount', customer_id: '{"$gt":""}' }

    const { body } = await add({ ...PRICE, rules })

    expect(body.price_list.prices[0].rules).toEqual(rules)
  })

  it('keeps prices with very long rules separate', async () => {
    const rules = (last: string) =>
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`attribute_${i}`, 'x'.repeat(1000) + last]))
    await add({ ...PRICE, rules: rules('a') })

    expect((await add({ ...PRICE, rules: rules('b') }, { query: 'fields=prices.id' })).body.price_list.prices).toHaveLength(2)
    expect((await add({ ...PRICE, rules: rules('b') }, { query: 'fields=prices.id' })).body.price_list.prices).toHaveLength(2)
  })

  it('applies to the next quote', async () => {
    await add(PRICE)

    const quoted = await service.call(quote, {
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

    expect(quoted.items[0]).toMatchObject({ unit_price: 15, compare_at_unit_price: 20 })
  })

  it.each([
    ['fields=id,prices.amount', { id: 'plist_1', prices: [{ id: expect.any(String), amount: 15 }] }],
    [
      'fields=title,prices.raw_amount',
      { id: 'plist_1', title: 'Sale', prices: [{ id: expect.any(String), raw_amount: { value: '15', precision: 20 } }] },
    ],
    [
      'fields=prices.price_rules',
      { id: 'plist_1', prices: [{ id: expect.any(String), price_rules: [{ attribute: 'a', value: '1' }] }] },
    ],
    [
      'fields=prices.price_set.variant.id',
      {
        id: 'plist_1',
        prices: [{ id: expect.any(String), price_set: { id: 'pset_of_variant_1', variant: { id: 'variant_1' } } }],
      },
    ],
    ['fields=id,revision,prices.recent_ops', { id: 'plist_1' }],
    ['fields=rules,rules_count', { id: 'plist_1', rules: {}, rules_count: 0 }],
  ])('shows %s', async (query, expected) => {
    expect((await add({ ...PRICE, rules: { a: '1' } }, { query })).body).toEqual({ price_list: expected })
  })

  it.each([
    ['another seller’s', 'plist_foreign'],
    ['an unknown', 'plist_none'],
    ['a deleted', 'plist_gone'],
  ])('returns 403 for %s list', async (_kind, list) => {
    const { status, body } = await add(PRICE, { list })

    expect({ status, body }).toEqual({
      status: 403,
      body: { type: 'not_allowed', message: 'You are not allowed to perform this action', request_id: expect.any(String) },
    })
  })

  it.each([
    ['variant_foreign', 'Price lists can be applied only to seller own products!'],
    ['variant_none', 'No price set exist for variants: variant_none'],
    ['variant_gone', 'No price set exist for variants: variant_gone'],
    ['variant_deleted_product', 'No price set exist for variants: variant_deleted_product'],
  ])('rejects the variant %s', async (variant_id, message) => {
    const { status, body } = await add({ ...PRICE, variant_id })

    expect({ status, type: body.type, message: body.message }).toEqual({ status: 400, type: 'invalid_data', message })
    expect(await stored()).toEqual([])
  })

  it('validates the body before the list, and the list before the variant', async () => {
    expect((await add({ ...PRICE, amount: -1 }, { list: 'plist_none' })).status).toBe(400)
    expect((await add({ ...PRICE, variant_id: 'variant_none' }, { list: 'plist_none' })).status).toBe(403)
  })

  it('names missing fields', async () => {
    const { status, body } = await add({})

    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "Invalid request: Field 'currency_code' is required; Field 'amount' is required; Field 'variant_id' is required",
    })
  })

  it('rejects administrators', async () => {
    const actor = { type: 'user', id: 'user_1', identity_id: null } as const

    expect((await service.send(createPriceListPrice, { params: { id: 'plist_1' }, body: PRICE, actor })).status).toBe(401)
  })

  it('does not revive a price that was removed before the request was repeated', async () => {
    const [{ id: price_id }] = (await add({ ...PRICE, amount: 9 })).body.price_list.prices
    const [op_id, body] = [mintOpId(Date.now()), { ...PRICE, amount: 10 }]
    expect((await add(body, { op_id })).body.price_list.prices).toMatchObject([{ id: price_id, amount: 10 }])
    const removed = { params: { id: 'plist_1', price_id }, actor: memberOf('sel_1') }
    expect((await service.send(deletePriceListPrice, removed)).status).toBe(200)

    const repeated = await add(body, { op_id, contested: true })

    expect([repeated.status, repeated.body.price_list.prices]).toEqual([201, []])
    expect((await stored()).filter(({ deleted_at }) => deleted_at === null)).toEqual([])

    const others = await add({ ...PRICE, amount: 11 })
    expect((await add(body, { op_id, contested: true })).body.price_list.prices).toEqual(others.body.price_list.prices)
    expect((await add(body)).body.price_list.prices).toMatchObject([{ amount: 10 }])
  })

  it('keeps all of 64 different prices added concurrently; every answer includes its own price', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => add({ ...PRICE, min_quantity: i + 1, amount: i }, patient())),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    for (const [i, { body }] of answers.entries())
      expect(body.price_list.prices).toContainEqual(expect.objectContaining({ min_quantity: i + 1, amount: i }))
    expect(await stored()).toHaveLength(64)
  })

  it('applies 64 concurrent requests for one price, each sent twice, once each', async () => {
    const ops = Array.from({ length: 64 }, () => mintOpId(Date.now()))

    const answers = await Promise.all([...ops, ...ops].map((op_id, i) => add({ ...PRICE, amount: i }, { op_id, ...patient() })))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const [price, ...others] = await stored()
    expect(others).toEqual([])
    expect(price).toMatchObject({ revision: 64, event_seq: 64 })
    expect(price!.recent_ops).toHaveLength(64)
  })
})
