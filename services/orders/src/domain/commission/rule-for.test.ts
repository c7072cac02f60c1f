import { COMMISSION_REFERENCES } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referencesTo, ruleFor } from './rule-for.ts'

const rule = (reference: (typeof COMMISSION_REFERENCES)[number], reference_id: string, is_active = true) => {
  return { reference, reference_id, is_active }
}
const line = (overrides: Partial<Parameters<typeof ruleFor>[1]> = {}) => {
  return { seller_id: 'sel_1', product_type_id: 'ptyp_1', category_ids: ['pcat_1', 'pcat_2'], ...overrides }
}
/** From the narrowest to the widest. */
const FITTING = [
  rule('seller+product_type', 'sel_1+ptyp_1'),
  rule('seller+product_category', 'sel_1+pcat_1'),
  rule('seller+product_category', 'sel_1+pcat_2'),
  rule('seller', 'sel_1'),
  rule('product_type', 'ptyp_1'),
  rule('product_category', 'pcat_1'),
  rule('product_category', 'pcat_2'),
  rule('site', ''),
]
const OTHERS = [
  rule('seller+product_type', 'sel_2+ptyp_1'),
  rule('seller+product_type', 'sel_1+ptyp_2'),
  rule('seller+product_category', 'sel_2+pcat_1'),
  rule('seller+product_category', 'sel_1+pcat_3'),
  rule('seller', 'sel_2'),
  rule('product_type', 'ptyp_2'),
  rule('product_type', 'sel_1'),
  rule('product_category', 'pcat_3'),
  rule('product_category', 'ptyp_1'),
]

describe('the rule for a line', () => {
  it.each(FITTING.map((fitting, n) => [`${fitting.reference} ${fitting.reference_id}`, n] as const))(
    'is the narrowest that fits, in any order of rules: %s',
    (_case, n) => {
      const rules = [...OTHERS, ...FITTING.slice(n)]
      expect(ruleFor(rules, line())).toBe(FITTING[n])
      expect(ruleFor(rules.toReversed(), line())).toBe(FITTING[n])
    },
  )

  it.each([
    ['no rule fits', OTHERS, {}, undefined],
    ['there are no rules', [], {}, undefined],
    ['the narrowest is not active', [{ ...FITTING[0]!, is_active: false }, FITTING[3]!], {}, FITTING[3]],
    ['no rule is active', [rule('seller', 'sel_1', false), rule('site', '', false)], {}, undefined],
    ['the product has no type', FITTING, { product_type_id: null }, FITTING[1]],
    ['the product has no type and no category', FITTING, { product_type_id: null, category_ids: [] }, FITTING[3]],
    ['only the second category has a rule', [FITTING[6]!, FITTING[7]!], {}, FITTING[6]],
    ['both categories have one', [FITTING[6]!, FITTING[5]!], { category_ids: ['pcat_2', 'pcat_1'] }, FITTING[6]],
    ['that of the site has an id', [rule('site', 'anything')], {}, rule('site', 'anything')],
  ] as const)('if %s', (_case, rules, overrides, expected) => expect(ruleFor(rules, line(overrides))).toEqual(expected))

  it('fits the line, and no narrower one does', () => {
    const some = fc.constantFrom(...FITTING, ...OTHERS).chain((one) => fc.boolean().map((is_active) => ({ ...one, is_active })))
    fc.assert(
      fc.property(fc.array(some), (rules) => {
        const at = (one: (typeof FITTING)[number]) =>
          FITTING.findIndex(({ reference_id: id, reference }) => id === one.reference_id && reference === one.reference)
        const fitting = rules.filter((one) => one.is_active && at(one) >= 0).map(at)
        const found = ruleFor(rules, line())
        expect(found && at(found)).toBe(fitting.length > 0 ? Math.min(...fitting) : undefined)
      }),
    )
  })

  it('is found by references from the narrowest to the widest', () => {
    const places = referencesTo(line()).map(({ reference }) => COMMISSION_REFERENCES.indexOf(reference))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(places)).toEqual(new Set([0, 1, 2, 3, 4]))
  })
})
