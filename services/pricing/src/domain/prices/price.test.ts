import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newListPrice, priceKey, rulePairs } from './price.ts'

const parts = {
  variant_id: 'variant_1',
  currency_code: 'eur',
  min_quantity: null,
  max_quantity: null,
  rules: [],
}

describe('the key of a price', () => {
  it('is readable', () => {
    expect(priceKey({ ...parts, min_quantity: 2, rules: rulePairs({ region_id: 'reg_1', a: '1' }) })).toBe(
      'variant_1|eur|2||[["a","1"],["region_id","reg_1"]]',
    )
    expect(priceKey({ ...parts, max_quantity: 0 })).toBe('variant_1|eur||0|')
  })

  const rules = fc.dictionary(fc.stringMatching(/^[a-c.]{1,3}$/), fc.string(), { maxKeys: 4, noNullPrototype: true })

  it('does not depend on the order of rules', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const reversed = Object.fromEntries(Object.entries(given).reverse())
        expect(priceKey({ ...parts, rules: rulePairs(reversed) })).toBe(priceKey({ ...parts, rules: rulePairs(given) }))
      }),
    )
  })

  it('is equal only for equal rules', () => {
    const keyOf = (given: Record<string, string>) => priceKey({ ...parts, rules: rulePairs(given) })
    const sorted = (given: Record<string, string>) => JSON.stringify(Object.entries(given).sort())
    fc.assert(
      fc.property(rules, rules, (a, b) => {
        expect(keyOf(a) === keyOf(b)).toBe(sorted(a) === sorted(b))
      }),
    )
  })

  it('is the same for a missing and a null bound, but not for zero', () => {
    const made = (bounds: object) =>
      newListPrice({
        id: 'price_1',
        input: { variant_id: 'variant_1', currency_code: 'eur', amount: 1, ...bounds },
        price_list_id: 'plist_1',
        price_set_id: 'pset_1',
        seller_id: 'sel_1',
        now: '2026-01-01T00:00:00.000Z',
      })

    expect(made({ min_quantity: null, max_quantity: null, rules: {} })).toEqual(made({}))
    expect(made({ min_quantity: 0 }).key).not.toBe(made({}).key)
  })
})
