import { describe, expect, it } from 'vitest'
import { aPrice } from '../../../test/builders.ts'
import { assertListed, changedPrices, planPriceBatch } from './price-batch.ts'

const price = (id: string, min_quantity: number, amount = 1) =>
  aPrice({ id, price_list_id: 'plist_1', min_quantity, amount, currency_code: 'usd' })
const SETS = new Map([
  ['variant_1', 'pset_of_variant_1'],
  ['variant_2', 'pset_of_variant_2'],
])
const byId = (...prices: ReturnType<typeof aPrice>[]) => new Map(prices.map((one) => [one.id, one]))

describe('price updates', () => {
  const named = byId(price('price_a', 1), aPrice({ id: 'price_gone', deleted_at: '2026-01-01T00:00:00.000Z' }))

  it.each([
    [
      { amount: 250, currency_code: 'eur' },
      { amount: 250, currency_code: 'eur', key: 'variant_1|eur|1||', min_quantity: 1 },
    ],
    [
      { min_quantity: null, max_quantity: 9 },
      { min_quantity: null, max_quantity: 9, key: 'variant_1|usd||9|' },
    ],
    [{ rules: { a: '1' } }, { rules: [{ attribute: 'a', value: '1' }], key: 'variant_1|usd|1||[["a","1"]]' }],
    [{ variant_id: 'variant_2' }, { price_set_id: 'pset_of_variant_2', key: 'variant_2|usd|1||' }],
    [{}, price('price_a', 1)],
  ])('with %j keep the fields that are absent', (change, expected) => {
    const [changed] = changedPrices([{ id: 'price_a', variant_id: 'variant_1', ...change }], named, SETS)

    expect(changed).toMatchObject(expected)
  })

  it.each([
    [[{ id: 'price_x' }, { id: 'price_gone' }], 'Prices with ids: price_x, price_gone are not in the price list'],
    [[{ id: 'price_a' }, { id: 'price_a' }], 'Price with id: price_a is named twice'],
    [[{ id: 'price_a', max_quantity: 0 }], 'min_quantity of price with id: price_a must not be greater than max_quantity'],
  ])('are rejected: %j', (changes, message) => {
    const updates = changes.map((change) => ({ variant_id: 'variant_1', ...change }))

    expect(() => changedPrices(updates, named, SETS)).toThrow(message)
  })

  it('may remove a price that was removed already, but not one that the price list never had', () => {
    expect(() => assertListed(['price_a', 'price_gone'], named)).not.toThrow()
    expect(() => assertListed(['price_a', 'price_x'], named)).toThrow('Prices with ids: price_x are not in the price list')
  })
})

describe('a batch of prices', () => {
  const plan = (wanted: Partial<Parameters<typeof planPriceBatch>[0]>) =>
    planPriceBatch({ made: [], changed: [], removed: [], holders: [], ...wanted })
  const knownOf = ({ puts }: ReturnType<typeof plan>) => puts.map(({ known }) => known)

  it('creates new prices, and updates the amount of prices with the same key', () => {
    expect(knownOf(plan({ made: [price('new_1', 1), price('new_2', 2)], holders: [price('price_a', 2)] }))).toEqual([
      undefined,
      'price_a',
    ])
  })

  it('recreates a price that is removed in the same request', () => {
    const batch = plan({ made: [price('new_1', 1)], removed: ['price_a', 'price_b', 'price_a'], holders: [price('price_a', 1)] })

    expect([batch.removals, knownOf(batch)]).toEqual([['price_a', 'price_b'], [undefined]])
  })

  it('allows the key of a price that the same request changes or removes', () => {
    expect(knownOf(plan({ made: [price('new_1', 1)], changed: [price('price_a', 5)], holders: [price('price_a', 1)] }))).toEqual([
      undefined,
    ])
    const freed = plan({ changed: [price('price_a', 5)], removed: ['price_b'], holders: [price('price_b', 5)] })
    expect(freed.removals).toEqual(['price_b'])
  })

  it('takes turns when changes take the keys of other changed prices, in any order', () => {
    const present = [price('price_a', 5), price('price_b', 10), price('price_c', 20)]
    const later = [price('price_a', 10), price('price_b', 20), price('price_c', 30), price('price_d', 7)]
    for (const changed of [later, later.toReversed()])
      expect(plan({ changed, holders: present }).turns.map((ids) => ids.toSorted())).toEqual([
        ['price_c', 'price_d'],
        ['price_b'],
        ['price_a'],
      ])
    expect(plan({ changed: [price('price_a', 5, 9)], holders: [price('price_a', 5)] }).turns).toEqual([['price_a']])
  })

  it('is rejected when prices would exchange their keys', () => {
    const holders = [price('price_a', 5), price('price_b', 10), price('price_c', 20)]
    const changed = [price('price_a', 10), price('price_c', 30), price('price_b', 5)]
    expect(() => plan({ changed, holders })).toThrow(
      'Prices with ids: price_a, price_b would exchange the variant, currency, quantities and rules, which takes two requests',
    )
  })

  it.each([
    [
      { changed: [price('price_a', 5)], holders: [price('price_b', 5)] },
      'Price with id: price_a would have the variant, currency, quantities and rules of price with id: price_b',
    ],
    [
      { changed: [price('price_a', 5), price('price_b', 5)] },
      'Price with id: price_b would have the variant, currency, quantities and rules of price with id: price_a',
    ],
    [
      { changed: [price('price_a', 5)], made: [price('new_1', 5)] },
      'A new price would have the variant, currency, quantities and rules of price with id: price_a',
    ],
    [{ changed: [price('price_a', 5)], removed: ['price_a'] }, 'Price with id: price_a is named twice'],
  ])('is rejected when two prices would have the same key: %#', (wanted, message) => {
    expect(() => plan(wanted)).toThrow(message)
  })
})
