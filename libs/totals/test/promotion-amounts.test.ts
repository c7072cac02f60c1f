import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineItemTotals, type PromotionRule, promotionAmounts } from '../src/index.ts'
import { aLine, anAmount } from './arbitrary-cart.ts'

const line = (id: string, subtotal: number, quantity = 1) => ({ id, quantity, subtotal, original_total: (subtotal * 11) / 10 })
const amounts = (promotions: PromotionRule[], lines: Parameters<typeof promotionAmounts>[1]) =>
  promotionAmounts(promotions, lines).map(({ line_id, amount }) => [line_id, amount])

const tenPercent: PromotionRule = { type: 'percentage', allocation: 'across', value: 10 }
const hundredAcross: PromotionRule = { type: 'fixed', allocation: 'across', value: 100 }
const fiveEach: PromotionRule = { type: 'fixed', allocation: 'each', value: 5 }

describe('a percentage', () => {
  it('is deducted from every line item', () => {
    expect(amounts([tenPercent], [line('a', 10), line('b', 12)])).toEqual([
      ['a', 1],
      ['b', 1.2],
    ])
  })

  it('applies only to the allowed units', () => {
    expect(amounts([{ ...tenPercent, allocation: 'each', max_quantity: 2 }], [line('a', 100, 4)])).toEqual([['a', 5]])
    expect(amounts([{ ...tenPercent, max_quantity: 2 }], [line('a', 100, 4)])).toEqual([['a', 5]])
  })

  it('above 100 deducts no more than the line item', () => {
    expect(amounts([{ ...tenPercent, value: 150 }], [line('a', 40)])).toEqual([['a', 40]])
  })
})

describe('a fixed amount across line items', () => {
  it('is split by the subtotals of the line items', () => {
    expect(amounts([hundredAcross], [line('a', 250), line('b', 150)])).toEqual([
      ['a', 62.5],
      ['b', 37.5],
    ])
  })

  it('is split like in Medusa, to the last digit', () => {
    const lines = [
      { id: 'a', quantity: 10, subtotal: 382.2, original_total: 458.64 },
      { id: 'b', quantity: 2, subtotal: 88.36, original_total: 97.196 },
    ]
    const inclusive = { type: 'fixed', is_tax_inclusive: true } as const
    const promotions: PromotionRule[] = [
      { ...inclusive, allocation: 'each', value: 99.99, max_quantity: 1 },
      { type: 'percentage', allocation: 'across', value: 12.5 },
      { ...inclusive, allocation: 'across', value: 0.01 },
    ]

    expect(amounts(promotions, lines).at(-1)).toEqual(['b', 0.0010533320039707483])
  })

  it('is split by what an earlier promotion left', () => {
    expect(amounts([{ ...hundredAcross, value: 250 }, hundredAcross], [line('a', 300), line('b', 200)])).toEqual([
      ['a', 150],
      ['b', 100],
      ['a', 60],
      ['b', 40],
    ])
  })

  it('deducts no more than the line items are worth', () => {
    expect(amounts([hundredAcross, hundredAcross], [line('a', 60), line('b', 20)])).toEqual([
      ['a', 60],
      ['b', 20],
    ])
  })
})

describe('a fixed amount on each line item', () => {
  it('applies once per line item unless more units are allowed', () => {
    expect(amounts([fiveEach], [line('a', 40, 4), line('b', 3)])).toEqual([
      ['a', 5],
      ['b', 3],
    ])
    expect(amounts([{ ...fiveEach, max_quantity: 3 }], [line('a', 40, 4), line('b', 20, 2)])).toEqual([
      ['a', 15],
      ['b', 10],
    ])
  })

  it('deducts no more than the units are worth', () => {
    expect(amounts([{ ...fiveEach, value: 15 }], [line('a', 40, 4)])).toEqual([['a', 10]])
  })
})

it('a tax inclusive promotion is computed from the price with tax', () => {
  expect(promotionAmounts([{ ...tenPercent, is_tax_inclusive: true }], [line('a', 100)])).toEqual([
    { promotion: { ...tenPercent, is_tax_inclusive: true }, line_id: 'a', amount: 11, is_tax_inclusive: true },
  ])
})

it('promotions with and without tax each apply to what the others left', () => {
  const half: PromotionRule = { type: 'percentage', allocation: 'across', value: 50 }

  expect(amounts([half, { ...half, is_tax_inclusive: true }, half], [line('a', 100)])).toEqual([
    ['a', 50],
    ['a', 27.5],
    ['a', 12.5],
  ])
})

it('line items without value get nothing', () => {
  expect(amounts([tenPercent, hundredAcross, fiveEach], [line('a', 0), line('b', 0.0001)])).toEqual([])
})

it('shipping methods count as one unit', () => {
  expect(
    promotionAmounts([{ ...fiveEach, value: 25, max_quantity: 3 }], [{ id: 'casm_1', subtotal: 20, original_total: 20 }]),
  ).toMatchObject([{ line_id: 'casm_1', amount: 20 }])
})

it('no promotion makes a line item negative', () => {
  const aPromotion: fc.Arbitrary<PromotionRule> = fc.record({
    type: fc.constantFrom('percentage', 'fixed'),
    allocation: fc.constantFrom('each', 'across'),
    value: anAmount,
    max_quantity: fc.constantFrom(null, 1, 2),
    is_tax_inclusive: fc.boolean(),
  })
  const property = fc.property(fc.array(aLine, { maxLength: 4 }), fc.array(aPromotion, { maxLength: 3 }), (lines, promotions) => {
    const ids = lines.map((_, index) => `line_${index}`)
    const before = lines.map((entry, index) => ({ ...entry, id: ids[index]!, ...lineItemTotals({ ...entry, adjustments: [] }) }))

    const given = promotionAmounts(promotions, before)

    before.forEach((entry) => {
      const adjustments = given.filter(({ line_id }) => line_id === entry.id)
      expect(lineItemTotals({ ...entry, adjustments }).total).toBeGreaterThanOrEqual(-1e-3)
    })
  })

  fc.assert(property)
})
