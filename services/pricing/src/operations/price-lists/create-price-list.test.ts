import { createPriceList, type Price } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aProduct, aVariant, memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, {
    products: [
      aProduct({ variants: [aVariant(), aVariant({ id: 'variant_2' })] }),
      aProduct({ id: 'prod_2', seller_id: 'sel_2', variants: [aVariant({ id: 'variant_foreign' })] }),
    ],
  })
})
afterAll(() => service.stop())
beforeEach(() => Promise.all(['prices', 'price_lists'].map((name) => service.db.collection(name).deleteMany({}))))

const create = (body: unknown, { query = '', op_id = mintOpId(Date.now()) } = {}) =>
  service.send(createPriceList, { body, query, actor: memberOf('sel_1'), op_id })
const count = (collection: string) => service.db.collection(collection).countDocuments()

describe('create-price-list', () => {
  it('creates a draft sale without prices by default', async () => {
    const { status, body } = await create({ title: 'Sale' })

    expect(status).toBe(201)
    expect(body.price_list).toEqual({
      id: expect.stringMatching(/^plist_[0-9A-Z]{26}$/),
      title: 'Sale',
      description: null,
      rules: {},
      rules_count: 0,
      price_list_rules: [],
      starts_at: null,
      ends_at: null,
      status: 'draft',
      type: 'sale',
      prices: [],
      metadata: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    })
    expect(createPriceList.response.safeParse(body).error).toBeUndefined()
    expect(await service.eventsOf(body.price_list.id, 1)).toMatchObject([{ seq: 1, type: 'price-list.created' }])
  })

  it('accepts every field', async () => {
    const { body } = await create({
      title: 'Override',
      description: 'All of it',
      starts_at: '2026-05-01',
      ends_at: '2026-06-01T12:00:00+02:00',
      status: 'active',
      type: 'override',
      rules: { customer_id: ['a', 'b'], region_id: 'reg_1' },
      prices: [
        { variant_id: 'variant_2', currency_code: 'EUR', amount: 9.99, min_quantity: 2, rules: { region_id: 'reg_1' } },
        { variant_id: 'variant_1', currency_code: 'eur', amount: 5 },
      ],
    })

    expect(body.price_list).toMatchObject({
      description: 'All of it',
      starts_at: '2026-05-01T00:00:00.000Z',
      ends_at: '2026-06-01T10:00:00.000Z',
      status: 'active',
      type: 'override',
      rules: { customer_id: ['a', 'b'], region_id: ['reg_1'] },
      rules_count: 2,
      prices: [
        {
          variant_id: 'variant_2',
          currency_code: 'eur',
          amount: 9.99,
          raw_amount: { value: '9.99' },
          min_quantity: 2,
          rules: { region_id: 'reg_1' },
        },
        { variant_id: 'variant_1', amount: 5, price_set_id: 'pset_of_variant_1', price_list_id: body.price_list.id },
      ],
    })
    expect(createPriceList.response.safeParse(body).error).toBeUndefined()
  })

  it('keeps the order of many prices', async () => {
    const prices = Array.from({ length: 400 }, (_, i) => ({
      variant_id: 'variant_1',
      currency_code: 'eur',
      amount: i,
      min_quantity: 400 - i,
    }))

    const { body } = await create({ title: 'Long', prices })

    expect(body.price_list.prices.map((price: Price) => price.amount)).toEqual(prices.map(({ amount }) => amount))
  })

  it('uses the last of two equal prices', async () => {
    const price = { variant_id: 'variant_1', currency_code: 'eur' }

    const { body } = await create({
      title: 'Twice',
      prices: [
        { ...price, amount: 1 },
        { ...price, amount: 2 },
      ],
    })

    expect(body.price_list.prices.map(({ amount }: Price) => amount)).toEqual([2])
  })

  it('creates one list for concurrent requests with the same op-id', async () => {
    const op_id = mintOpId(Date.now())
    const body = { title: 'Once', prices: [{ variant_id: 'variant_1', currency_code: 'eur', amount: 1 }] }

    const answers = await Promise.all(Array.from({ length: 16 }, () => create(body, { op_id })))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body.price_list.id)).size).toBe(1)
    expect([await count('price_lists'), await count('prices')]).toEqual([1, 1])
  })

  it('completes an interrupted attempt', async () => {
    const op_id = mintOpId(Date.now())
    const body = { title: 'Late', prices: [{ variant_id: 'variant_1', currency_code: 'eur', amount: 1 }] }
    await create(body, { op_id })
    await service.db.collection('price_lists').deleteMany({}) // the prices were written, but not yet the list

    expect((await create(body, { op_id })).body.price_list.prices).toHaveLength(1)
    expect(await count('prices')).toBe(1)
  })

  it.each([
    [
      { title: 'x', prices: [{ variant_id: 'variant_foreign', currency_code: 'eur', amount: 1 }] },
      'Price lists can be applied only to seller own products!',
    ],
    [
      {
        title: 'x',
        prices: ['none_1', 'variant_1', 'none_2'].map((variant_id) => ({ variant_id, currency_code: 'eur', amount: 1 })),
      },
      'No price set exist for variants: none_1, none_2',
    ],
    [{}, "Invalid request: Field 'title' is required"],
    [{ title: 'x', status: 'open' }, "Invalid request: Expected: 'active, draft' for field 'status', but got: 'open'"],
    [{ title: 'x', rules: { a: ['b'], c: 5 } }, "Invalid request: Expected type: 'array' for field 'rules, c', got: 'number'"],
    [{ title: 'x', rules: { a: ['b', 5] } }, "Invalid request: Expected type: 'string' for field 'rules, a, 1', got: 'number'"],
    [{ title: 'x', starts_at: 'soon' }, 'Cannot set price list starts at with with invalid date string: soon'],
    [{ title: 'x', rules: { $where: ['1'] } }, expect.stringContaining("Invalid request: Field 'rules'")],
  ])('rejects %j', async (body, message) => {
    const answer = await create(body)

    expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 400, message })
    expect([await count('price_lists'), await count('prices')]).toEqual([0, 0])
  })
})
