import type { PromotionRule, PromotionRuleInput } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertFewValues, newRules, rulesAfter } from './promotion-rules.ts'

const AT = '2026-01-01T00:00:00.000Z'
const LATER = '2026-01-02T00:00:00.000Z'
const OPERATOR = 'eq' as const

function context(now = LATER, start = 0) {
  let n = start
  return { newId: (prefix: string) => `${prefix}_${++n}`, now }
}
const inputs = fc.array(
  fc.record({
    attribute: fc.string({ minLength: 1 }),
    operator: fc.constantFrom('eq' as const, 'in' as const, 'gte' as const),
    values: fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 5 })),
  }),
  { maxLength: 20 },
)
const textsOf = ({ values }: PromotionRuleInput) => (typeof values === 'string' ? [values] : values)
const valuesOf = ({ values }: PromotionRule) => values.map(({ value }) => value)

describe('newRules', () => {
  it('makes one rule per input, in order, with unique ids', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const rules = newRules(given, context(AT))
        expect(rules.map(valuesOf)).toEqual(given.map(textsOf))
        expect(rules.map(({ attribute }) => attribute)).toEqual(given.map(({ attribute }) => attribute))
        const all = rules.flatMap(({ id, values }) => [id, ...values.map((value) => value.id)])
        expect(new Set(all).size).toBe(all.length)
        for (const rule of rules) expect(rule).toMatchObject({ created_at: AT, updated_at: AT, deleted_at: null })
      }),
    )
  })

  it('rejects a rule without an attribute', () => {
    expect(() => newRules([{ attribute: '', operator: OPERATOR, values: 'a' }], context())).toThrow(
      'rules[].attribute is a required field',
    )
  })
})

describe('rulesAfter', () => {
  const present = () =>
    newRules(
      ['a', 'b', 'c'].map((values) => ({ attribute: values, operator: OPERATOR, values })),
      context(AT),
    )

  it('leaves rules that are not named unchanged, and in order', () => {
    fc.assert(
      fc.property(inputs, fc.subarray([0, 1, 2]), fc.subarray([0, 1, 2]), (create, changed, gone) => {
        const before = present()
        const idsOf = (places: number[]) => places.map((n) => before[n]!.id)
        const update = idsOf(changed).map((id) => ({ id, values: ['x'] }))
        const after = rulesAfter(before, { create, update, delete: idsOf(gone) }, context(LATER, 100))

        const left = before.filter((_, n) => !gone.includes(n))
        expect(after.slice(0, left.length).map(({ id }) => id)).toEqual(left.map(({ id }) => id))
        expect(after).toHaveLength(left.length + create.length)
        for (const rule of left) {
          const now = after.find(({ id }) => id === rule.id)!
          if (update.some(({ id }) => id === rule.id)) {
            expect({ ...now, values: valuesOf(now) }).toEqual({ ...rule, values: ['x'], updated_at: LATER })
          } else expect(now).toBe(rule)
        }
      }),
    )
  })

  it('refuses two changes of one rule', () => {
    const [rule] = present()
    const update = [
      { id: rule!.id, values: 'x', description: 'first' },
      { id: rule!.id, values: 'y', operator: 'ne' as const },
    ]
    const text = `Promotion rule with id: ${rule!.id} is named more than once`
    expect(() => rulesAfter(present(), { update }, context(LATER, 100))).toThrow(text)
    expect(() => rulesAfter(present(), { update, delete: [rule!.id] }, context(LATER, 100))).toThrow(text)
  })

  it('names each unknown rule once', () => {
    const update = ['prorul_x', 'prorul_y', 'prorul_x'].map((id) => ({ id, values: 'a' }))
    expect(() => rulesAfter(present(), { update }, context())).toThrow('Promotion rules with id - prorul_x, prorul_y not found')
  })
})

describe('assertFewValues', () => {
  it('counts the values of all kinds of rules', () => {
    const rules = (count: number) =>
      newRules([{ attribute: 'a', operator: OPERATOR, values: Array<string>(count).fill('v') }], context())
    const of = (counts: [number, number, number]) => {
      const [own, target_rules, buy_rules] = counts.map(rules)
      return { rules: own!, application_method: { target_rules, buy_rules } as never }
    }
    expect(() => assertFewValues(of([1000, 2000, 2000]))).not.toThrow()
    expect(() => assertFewValues(of([1000, 2000, 2001]))).toThrow('must not name more than 5000 values')
    expect(() => assertFewValues({ rules: rules(5001), application_method: null })).toThrow('5000')
  })
})
