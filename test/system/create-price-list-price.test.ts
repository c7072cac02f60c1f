import { createPriceListPrice } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { itRefusesBadCredentials } from './credentials.ts'
import { expectRefusal, visible } from './expect-refusal.ts'
import { addDeletedPriceList, addPriceList, addSeller } from './records.ts'
import { type System, startSystem } from './system.ts'

let system: System
let listId: string
beforeAll(async () => {
  system = await startSystem()
  listId = await addPriceList(system)
})
afterAll(() => system.stop())

const PRICE = { variant_id: ids.variant, currency_code: 'eur', amount: 8 }
const NOT_ALLOWED = { status: 403, type: 'not_allowed', message: 'You are not allowed to perform this action' }

const addPrice = (id: string, body: unknown, query = '', options = {}) =>
  system.http('POST', `/vendor/price-lists/${id}/prices${query}`, { body, ...options })

const invalid = (message: string | RegExp) => ({ status: 400, type: 'invalid_data', message })

describe('adds a price', () => {
  it('and answers 201 with the whole list', async () => {
    const list = await addPriceList(system)
    const rules = { region_id: ids.region }

    const answer = await addPrice(list, { ...PRICE, amount: 7.55, min_quantity: 2, max_quantity: 5, rules })

    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.price_list).toMatchObject({ id: list, title: 'A list', status: 'draft', type: 'sale', rules: {} })
    expect(answer.body.price_list.prices).toMatchObject([
      {
        id: expect.stringMatching(/^price_/),
        title: null,
        variant_id: ids.variant,
        rules,
        rules_count: 1,
        currency_code: 'eur',
        amount: 7.55,
        raw_amount: { value: '7.55', precision: 20 },
        min_quantity: 2,
        max_quantity: 5,
        price_set_id: expect.stringMatching(/^pset_/),
        price_list_id: list,
        deleted_at: null,
      },
    ])
    const read = await system.http('GET', `/vendor/price-lists/${list}`)
    expect(read.body).toEqual(answer.body)
  })

  it.each([
    ['an upper-case currency code, which is stored in lower case', { currency_code: 'EUR' }, { currency_code: 'eur' }],
    ['a currency code that no other record uses', { currency_code: 'zzz' }, { currency_code: 'zzz' }],
    ['an amount of zero', { amount: 0 }, { amount: 0, raw_amount: { value: '0', precision: 20 } }],
    ['an amount of negative zero', { amount: -0 }, { amount: 0 }],
    ['a decimal amount', { amount: 12.34 }, { amount: 12.34, raw_amount: { value: '12.34', precision: 20 } }],
    ['many decimals', { amount: 0.1234567891 }, { amount: 0.1234567891, raw_amount: { value: '0.1234567891', precision: 20 } }],
    [
      'more decimals than the currency has',
      { currency_code: 'jpy', amount: 1.5 },
      { amount: 1.5, raw_amount: { value: '1.5', precision: 20 } },
    ],
    ['an inexact sum of doubles as the amount', { amount: 0.30000000000000004 }, { amount: 0.30000000000000004 }],
    ['the largest amount', { amount: 2 ** 53 }, { amount: 2 ** 53, raw_amount: { value: '9007199254740992', precision: 20 } }],
    ['a tiny amount, shown without an exponent', { amount: 1e-7 }, { raw_amount: { value: '0.0000001', precision: 20 } }],
    ['null as both quantity bounds', { min_quantity: null, max_quantity: null }, { min_quantity: null, max_quantity: null }],
    ['no quantity bounds', {}, { min_quantity: null, max_quantity: null }],
    ['only a minimum quantity', { min_quantity: 3 }, { min_quantity: 3, max_quantity: null }],
    ['only a maximum quantity', { max_quantity: 3 }, { min_quantity: null, max_quantity: 3 }],
    ['equal minimum and maximum quantities', { min_quantity: 4, max_quantity: 4 }, { min_quantity: 4, max_quantity: 4 }],
    ['no rules', { rules: {} }, { rules: {}, rules_count: 0 }],
    [
      'two rules',
      { rules: { region_id: 'a', customer_id: 'b' } },
      { rules: { region_id: 'a', customer_id: 'b' }, rules_count: 2 },
    ],
  ])('with %s', async (_name, change, expected) => {
    const list = await addPriceList(system)

    const answer = await addPrice(list, { ...PRICE, ...change })

    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.price_list.prices).toEqual([expect.objectContaining(expected)])
    expect((await system.http('GET', `/vendor/price-lists/${list}`)).body.price_list.prices).toEqual(
      answer.body.price_list.prices,
    )
  })

  it.each([
    ['the same key', {}, {}],
    ['a null bound that is omitted now', { min_quantity: null }, {}],
    ['an omitted bound that is null now', {}, { max_quantity: null }],
    ['the same currency code in upper case', { currency_code: 'EUR' }, { currency_code: 'eur' }],
    ['the same rules in another order', { rules: { a: '1', b: '2' } }, { rules: { b: '2', a: '1' } }],
    ['empty rules that are omitted now', { rules: {} }, {}],
  ])('that replaces the one with %s and keeps its id', async (_name, first, second) => {
    const list = await addPriceList(system)
    const before = await addPrice(list, { ...PRICE, ...first })

    const after = await addPrice(list, { ...PRICE, ...second, amount: 9 })

    expect([before.status, after.status]).toEqual([201, 201])
    const [price] = before.body.price_list.prices
    expect(after.body.price_list.prices).toMatchObject([{ id: price.id, created_at: price.created_at, amount: 9 }])
  })

  it.each<[string, object]>([
    ['another minimum quantity', { min_quantity: 1 }],
    ['another maximum quantity', { max_quantity: 1 }],
    ['another currency', { currency_code: 'usd' }],
    ['another variant', { variant_id: ids.second_variant }],
    ['a rule', { rules: { region_id: 'a' } }],
    ['another value of a rule', { rules: { region_id: 'b' } }],
    ['a minimum quantity of zero', { min_quantity: 0 }],
  ])('in addition to the one with %s', async (name, change) => {
    const list = await addPriceList(system)
    const plain = { ...PRICE, ...(name === 'another value of a rule' && { rules: { region_id: 'a' } }) }
    await addPrice(list, plain)

    const answer = await addPrice(list, { ...PRICE, ...change })

    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.price_list.prices).toHaveLength(2)
    const inOrder = answer.body.price_list.prices.toSorted(byAge)
    expect(answer.body.price_list.prices).toEqual(inOrder)
  })

  it('for an upper-case scheme and a header with extra spaces', async () => {
    const headers = { authorization: `BEARER  ${system.tokens.seller} ` }

    expect((await addPrice(listId, PRICE, '', { as: 'anonymous', headers })).status).toBe(201)
  })
})

const byAge = (a: { created_at: string; id: string }, b: { created_at: string; id: string }) =>
  a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1

describe('shows selected fields', () => {
  it.each([
    ['id', ['id']],
    ['', ['id']],
    ['title,prices.amount', ['id', 'prices', 'title']],
    ['nonsense', ['id']],
  ])('%s', async (fields, keys) => {
    const { status, body } = await addPrice(listId, PRICE, `?fields=${fields}`)

    expect(status).toBe(201)
    expect(Object.keys(body.price_list).sort()).toEqual(keys)
  })

  it('the rule rows and price set when selected', async () => {
    const list = await addPriceList(system)
    const wanted = '%2Bprice_list_rules,%2Bprices.price_rules,%2Bprices.price_set.variant.id'

    const { body } = await addPrice(list, { ...PRICE, rules: { region_id: 'reg_1' } }, `?fields=${wanted}`)

    expect(body.price_list).toMatchObject({
      title: 'A list',
      price_list_rules: [],
      prices: [
        { price_rules: [{ attribute: 'region_id', value: 'reg_1' }], price_set: { variant: { id: ids.variant } }, amount: 8 },
      ],
    })
  })

  it('without removed fields, and never internal ones', async () => {
    const less = await addPrice(listId, PRICE, '?fields=-prices,-title')
    const internal = await addPrice(
      listId,
      PRICE,
      '?fields=%2Brevision,%2Brecent_ops,%2Boutbox,%2Bseller_id,%2Bprices.key,%2Bprices.seller_id',
    )

    expect(Object.keys(less.body.price_list)).toEqual(expect.arrayContaining(['id', 'status']))
    expect(Object.keys(less.body.price_list)).not.toEqual(expect.arrayContaining(['prices']))
    expect(less.body.price_list).not.toHaveProperty('title')
    for (const record of [internal.body.price_list, ...internal.body.price_list.prices]) {
      for (const name of ['revision', 'recent_ops', 'outbox', 'seller_id', 'key']) expect(record).not.toHaveProperty(name)
    }
  })
})

describe('answers 400 to', () => {
  it.each([
    [
      'a missing body',
      undefined,
      "Invalid request: Field 'currency_code' is required; Field 'amount' is required; Field 'variant_id' is required",
    ],
    [
      'an empty body',
      {},
      "Invalid request: Field 'currency_code' is required; Field 'amount' is required; Field 'variant_id' is required",
    ],
    ['a missing variant id', { currency_code: 'eur', amount: 1 }, "Invalid request: Field 'variant_id' is required"],
    ['a missing currency code', { variant_id: 'v', amount: 1 }, "Invalid request: Field 'currency_code' is required"],
    ['a missing amount', { variant_id: 'v', currency_code: 'eur' }, "Invalid request: Field 'amount' is required"],
    [
      'an amount as a string',
      { ...PRICE, amount: '800' },
      "Invalid request: Expected type: 'number' for field 'amount', got: 'string'",
    ],
    [
      'null as the amount',
      { ...PRICE, amount: null },
      "Invalid request: Expected type: 'number' for field 'amount', got: 'null'",
    ],
    [
      'an array as the variant id',
      { ...PRICE, variant_id: [] },
      "Invalid request: Expected type: 'string' for field 'variant_id', got: 'array'",
    ],
    ['an unknown field', { ...PRICE, foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    ['two unknown fields', { ...PRICE, foo: 1, bar: 2 }, "Invalid request: Unrecognized fields: 'foo, bar'"],
    [
      'a negative amount',
      { ...PRICE, amount: -5 },
      "Invalid request: Value for field 'amount' too small, expected at least: '0'",
    ],
    [
      'an amount above 2^53',
      { ...PRICE, amount: 2 ** 54 },
      "Invalid request: Value for field 'amount' too big, expected at most: '9007199254740992'",
    ],
    [
      'a minimum quantity above the maximum quantity',
      { ...PRICE, min_quantity: 5, max_quantity: 2 },
      "Invalid request: Field 'min_quantity': must not be greater than max_quantity",
    ],
    ['a fractional quantity', { ...PRICE, min_quantity: 1.5 }, /min_quantity/],
    ['a negative quantity', { ...PRICE, max_quantity: -1 }, /max_quantity/],
    ['a currency code of two letters', { ...PRICE, currency_code: 'eu' }, /currency_code/],
    ['a currency code of four letters', { ...PRICE, currency_code: 'euro' }, /currency_code/],
    ['a currency code with a look-alike letter', { ...PRICE, currency_code: 'еur' }, /currency_code/],
    [
      'a number as the value of a rule',
      { ...PRICE, rules: { 'customer.groups.id': 'b', region_id: 5 } },
      "Invalid request: Expected type: 'string' for field 'rules, region_id', got: 'number'",
    ],
    [
      'an array as the rules',
      { ...PRICE, rules: ['region_id'] },
      "Invalid request: Expected type: 'object' for field 'rules', got: 'array'",
    ],
    ['null as the rules', { ...PRICE, rules: null }, "Invalid request: Expected type: 'object' for field 'rules', got: 'null'"],
    [
      'fields that only the server sets',
      { ...PRICE, id: 'price_1', price_list_id: 'plist_1' },
      "Invalid request: Unrecognized fields: 'id, price_list_id'",
    ],
  ])('%s', async (_name, body, message) => {
    const before = (await system.http('GET', `/vendor/price-lists/${listId}`)).text

    const answer = await addPrice(listId, body)

    expectRefusal(answer, invalid(message))
    expect((await system.http('GET', `/vendor/price-lists/${listId}`)).text).toBe(before)
  })

  it.each([
    ["another seller's variant", ids.foreign_variant, 'Price lists can be applied only to seller own products!'],
    ['an unknown variant', 'variant_nope', 'No price set exist for variants: variant_nope'],
  ])('%s', async (_name, variant_id, message) => {
    expectRefusal(await addPrice(listId, { ...PRICE, variant_id }), invalid(message))
  })

  it.each([
    ['?foo=1', "Invalid request: Unrecognized fields: 'foo'"],
    ['?limit=abc', "Invalid request: Expected type: 'number' for field 'limit', got: 'abc'"],
  ])('the query %s', async (query, message) => {
    expectRefusal(await addPrice(listId, PRICE, query), invalid(message))
  })

  it('an invalid body, before it checks who owns the list', async () => {
    expectRefusal(await addPrice(ids.foreign_price_list, {}), invalid(/^Invalid request:/))
  })
})

describe('answers 403 to', () => {
  it('foreign, unknown and deleted lists, with identical bytes', async () => {
    const deleted = await addDeletedPriceList(system)
    const answers = await Promise.all([ids.foreign_price_list, 'plist_nope', deleted].map((id) => addPrice(id, PRICE)))

    for (const answer of answers) {
      expectRefusal(answer, NOT_ALLOWED)
      expect(visible(answer)).toEqual(visible(answers[0]!))
    }
    const theirs = await system.http('GET', `/vendor/price-lists/${ids.foreign_price_list}`, { as: 'foreign_seller' })
    expect(theirs.body.price_list.prices).toHaveLength(1)
  })

  it.each(['SUSPENDED', 'INACTIVE'] as const)('a seller whose store is %s, but allows reading', async (store_status) => {
    const { token } = await addSeller(system, { store_status })
    const headers = { authorization: `Bearer ${token}` }

    const answer = await addPrice(listId, PRICE, '', { as: 'anonymous', headers })

    expectRefusal(answer, { status: 403, type: 'not_allowed', message: 'Operation not allowed for current store status' })
    expect((await system.http('GET', '/vendor/price-lists', { as: 'anonymous', headers })).status).toBe(200)
  })
})

it('answers 405 to other methods', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await system.http(method, `/vendor/price-lists/${listId}/prices`)

    expectRefusal(answer, { status: 405, message: `Cannot ${method} /vendor/price-lists/${listId}/prices` })
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  }
})

itRefusesBadCredentials(
  createPriceListPrice,
  () => system,
  () => ({ path: `/vendor/price-lists/${listId}/prices`, body: PRICE }),
)
