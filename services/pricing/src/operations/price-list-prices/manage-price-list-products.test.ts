import { batchPriceListPrices, managePriceListProducts, type Price } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { ADMIN } from '../../../test/as-admin.ts'
import { AT, aPrice, aPriceList, aProduct, aVariant, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest
const variantsOf = (...ids: string[]) => ids.map((id) => aVariant({ id }))
beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  await insertMissing(service.db, {
    ...records,
    products: [
      aProduct({ variants: variantsOf('variant_1', 'variant_2') }),
      aProduct({ id: 'prod_other', variants: variantsOf('variant_3') }),
      aProduct({ id: 'prod_foreign', seller_id: 'sel_2', variants: variantsOf('variant_foreign') }),
    ],
    price_lists: [
      aPriceList(),
      aPriceList({ id: 'plist_2' }),
      aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }),
      aPriceList({ id: 'plist_gone', deleted_at: AT }),
    ],
  })
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

const collection = () => service.db.collection<{ _id: string }>('prices')
const IN_LIST = { price_list_id: 'plist_1', currency_code: 'usd' }
beforeEach(async () => {
  await collection().deleteMany({})
  await insertMissing(service.db, {
    prices: [
      aPrice({ id: 'price_a', ...IN_LIST, amount: 100, min_quantity: 1, max_quantity: 100 }),
      aPrice({ id: 'price_b', ...IN_LIST, amount: 80, min_quantity: 101, max_quantity: 500 }),
      aPrice({ id: 'price_c', ...IN_LIST, amount: 7, variant_id: 'variant_3' }),
      aPrice({ id: 'price_2', ...IN_LIST, price_list_id: 'plist_2', amount: 1 }),
      aPrice({ id: 'price_base', amount: 20 }),
    ],
  })
})

const manage = (body: object, { id = 'plist_1', seller = 'sel_1', on = service, ...options } = {}) =>
  on.send(managePriceListProducts, { params: { id }, body, actor: memberOf(seller), ...patient(), ...options })
/** The parts of price_a. */
const IN_A = { variant_id: 'variant_1', currency_code: 'usd', min_quantity: 1, max_quantity: 100 }
const NEW = { variant_id: 'variant_2', currency_code: 'eur', amount: 9 }
const shown = ({ body }: { body: { price_list: { prices: Price[] } } }) =>
  body.price_list.prices.map(({ id, amount }) => [id, amount]).sort()
const kept = () =>
  collection()
    .find({}, { projection: { revision: 1, amount: 1, key: 1, deleted_at: 1 } })
    .sort({ _id: 1 })
    .toArray()
const counted = async () =>
  (
    await collection()
      .find({ deleted_at: null as never })
      .sort({ _id: 1 })
      .toArray()
  ).map(({ _id }) => _id)

describe('manage-price-list-products', () => {
  it('creates, updates and removes prices, returns the list, and publishes an event for each', async () => {
    const answer = await manage({
      create: [NEW, { ...NEW, min_quantity: 5, rules: { region_id: 'reg_eu' } }],
      update: [{ id: 'price_b', variant_id: 'variant_1', amount: 250, currency_code: 'eur' }],
      remove: ['prod_other', 'prod_unknown'],
    })

    expect(answer.status).toBe(200)
    expect(managePriceListProducts.response.safeParse(answer.body).error).toBeUndefined()
    const { prices } = answer.body.price_list
    expect(prices).toHaveLength(4)
    expect(prices).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'price_a', amount: 100, min_quantity: 1, max_quantity: 100 }),
        expect.objectContaining({ id: 'price_b', amount: 250, currency_code: 'eur', min_quantity: 101, max_quantity: 500 }),
        expect.objectContaining({ variant_id: 'variant_2', amount: 9, min_quantity: null, rules: {} }),
        expect.objectContaining({ variant_id: 'variant_2', min_quantity: 5, rules: { region_id: 'reg_eu' } }),
      ]),
    )
    expect(await counted()).toEqual(expect.arrayContaining(['price_2', 'price_base']))
    const ids = (id: string) => ({ id, price_list_id: 'plist_1' })
    expect(await service.eventsOf('price_b', 1)).toMatchObject([{ type: 'price.updated', ids: ids('price_b') }])
    expect(await service.eventsOf('price_c', 1)).toMatchObject([{ type: 'price.deleted', ids: ids('price_c') }])
    const made = prices.find(({ min_quantity }: Price) => min_quantity === 5).id
    expect(await service.eventsOf(made, 1)).toMatchObject([{ type: 'price.created', ids: ids(made) }])
  })

  it('updates the amount of an existing price, using the last of two equal ones', async () => {
    const like_a = { variant_id: 'variant_1', currency_code: 'USD', min_quantity: 1, max_quantity: 100 }

    expect(
      shown(
        await manage({
          create: [
            { ...like_a, amount: 1 },
            { ...like_a, amount: 45 },
          ],
        }),
      ),
    ).toEqual([
      ['price_a', 45],
      ['price_b', 80],
      ['price_c', 7],
    ])
  })

  it('recreates a removed price, and creates one with the former key of a changed price', async () => {
    const like_a = { variant_id: 'variant_1', currency_code: 'usd', amount: 3, min_quantity: 1, max_quantity: 100 }
    const changed = await manage({ update: [{ id: 'price_a', variant_id: 'variant_1', max_quantity: 99 }], create: [like_a] })
    expect(shown(changed)).toHaveLength(4)

    const again = await manage({ remove: ['prod_1'], create: [like_a] })
    expect(shown(again)).toEqual(
      [
        ['price_c', 7],
        [expect.stringMatching(/^price_01/), 3],
      ].sort(),
    )
    expect(shown(await manage({ create: [{ ...like_a, amount: 4 }] }))).toHaveLength(2)
  })

  it('changes nothing for an empty request, and returns the requested fields', async () => {
    const { status, body } = await manage({}, { query: 'fields=prices.amount' } as object)

    expect({ status, body }).toEqual({
      status: 200,
      body: { price_list: { id: 'plist_1', prices: expect.arrayContaining([{ id: 'price_a', amount: 100 }]) } },
    })
  })

  it.each([
    [{ create: [{ ...NEW, variant_id: 'variant_foreign' }] }, 'Price lists can be applied only to seller own products!'],
    [{ create: [{ ...NEW, variant_id: 'variant_none' }] }, 'No price set exist for variants: variant_none'],
    [{ update: [{ id: 'price_a', variant_id: 'variant_foreign' }] }, 'Price lists can be applied only to seller own products!'],
    [{ update: [{ id: 'price_2', variant_id: 'variant_1' }] }, 'Invalid price id!'],
    [{ update: [{ id: 'price_none', variant_id: 'variant_1' }] }, 'Invalid price id!'],
    [{ update: [{ id: 'price_c', variant_id: 'variant_3' }], remove: ['prod_other'] }, 'Price with id: price_c is named twice'],
    [
      { update: [{ id: 'price_b', variant_id: 'variant_1', min_quantity: 1, max_quantity: 100 }] },
      'Price with id: price_b would have the variant, currency, quantities and rules of price with id: price_a',
    ],
    [{ create: [{ currency_code: 'eur' }] }, /Field 'create, 0, amount' is required; Field 'create, 0, variant_id' is required/],
    [{ update: [{ id: 'price_a' }] }, /Field 'update, 0, variant_id' is required/],
    [{ update: [{ id: 'price_a', variant_id: 'variant_1', amount: -1 }] }, /update, 0, amount/],
    [{ create: Array.from({ length: 1001 }, () => NEW) }, /an array holds more than 1000 elements/],
    [{ delete: ['price_a'] }, /Unrecognized fields: 'delete'/],
  ])('changes nothing when any part of the request is invalid: %#', async (wrong, message) => {
    const before = await kept()
    const merged = 'create' in wrong ? wrong : { ...wrong, create: [NEW] }

    const answer = await manage('remove' in merged || 'delete' in merged ? merged : { ...merged, remove: ['prod_other'] })

    expect(refusal(answer)).toEqual([400, 'invalid_data', typeof message === 'string' ? message : expect.stringMatching(message)])
    expect(await kept()).toEqual(before)
  })

  it.each(['plist_foreign', 'plist_none', 'plist_gone'])('returns 403 for the list %s', async (id) => {
    expect(refusal(await manage({ create: [NEW] }, { id }))).toEqual([
      403,
      'not_allowed',
      'You are not allowed to perform this action',
    ])
  })

  it('leaves prices of other lists unchanged', async () => {
    await manage({ remove: ['prod_1', 'prod_other', 'prod_foreign'] })

    expect(await counted()).toEqual(['price_2', 'price_base'])
  })

  it('applies a retry with the same op-id once, at any replica', async () => {
    const op_id = mintOpId(Date.now())
    const body = {
      create: [NEW, { ...NEW, min_quantity: 2 }],
      update: [{ id: 'price_b', variant_id: 'variant_1', max_quantity: 300 }],
      remove: ['prod_other'],
    }
    const first = await manage(body, { op_id } as object)
    const made = shown(first)

    expect(shown(await manage(body, { op_id, on: second } as never))).toEqual(made)
    expect(await collection().countDocuments({ price_list_id: 'plist_1' } as object)).toBe(5)
  })

  it('completes a request that a replica left unfinished', async () => {
    const op_id = mintOpId(Date.now())
    const body = { create: Array.from({ length: 50 }, (_, n) => ({ ...NEW, min_quantity: n })), remove: ['prod_other'] }
    await manage(body, { op_id } as object)
    // as after a crash
    await collection().deleteMany({ min_quantity: { $gt: 20 }, variant_id: 'variant_2' } as object)

    expect(shown(await manage(body, { op_id, on: second } as never))).toHaveLength(52)
  })

  it('creates a price of a removed product when it is repeated, unless the price was removed since', async () => {
    const [op_id, create] = [mintOpId(Date.now()), { ...IN_A, amount: 45 }]
    const repeat = () =>
      manage({ remove: ['prod_1'], create: [create] }, { op_id, contested: true, replica: service.id } as object)
    vi.spyOn(service.deps.prices, 'put').mockRejectedValueOnce(new Error('ended after the removal'))
    expect((await repeat()).status).toBe(500)

    const answer = await repeat()
    const made = answer.body.price_list.prices.find(({ amount }: Price) => amount === 45)
    expect([answer.status, made]).toEqual([200, expect.objectContaining(IN_A)])
    expect(shown(await repeat())).toEqual(shown(answer))

    const removal = { params: { id: 'plist_1' }, body: { delete: [made.id] }, actor: ADMIN }
    expect((await service.send(batchPriceListPrices, { ...removal, ...patient() })).status).toBe(200)
    expect(shown(await repeat())).toEqual([['price_c', 7]])
  })

  it('accepts 1,000 prices at once, and again', async () => {
    const create = Array.from({ length: 1000 }, (_, n) => ({ ...NEW, amount: n, min_quantity: n }))
    const query = 'fields=prices.id'
    const first = await manage({ create }, { query } as object)
    const second_time = await manage({ create: create.map((price) => ({ ...price, amount: 1 })) }, { query } as object)

    expect([first.status, second_time.status]).toEqual([200, 200])
    expect(second_time.body.price_list.prices).toHaveLength(1003)
    expect(await collection().countDocuments({ amount: 1, currency_code: 'eur' } as object)).toBe(1000)
  })

  it('serializes concurrent requests at two replicas that change the same prices', async () => {
    const create = Array.from({ length: 20 }, (_, n) => ({ ...NEW, min_quantity: n }))
    const update = { id: 'price_a', variant_id: 'variant_1' }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        manage(
          { create: create.map((price) => ({ ...price, amount: n })), update: [{ ...update, amount: n }] },
          { on: n % 2 ? service : second },
        ),
      ),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const kept = await collection()
      .find({ variant_id: 'variant_2' } as object)
      .toArray()
    expect(kept).toHaveLength(20)
    for (const price of [...kept, await collection().findOne({ _id: 'price_a' })])
      expect((price as unknown as { amount: number }).amount).toBeLessThan(12)
    expect(await collection().findOne({ _id: 'price_a' })).toMatchObject({ revision: 13 })
  })
})
