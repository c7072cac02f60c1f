import type { CommissionRate } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commissionValue } from './commission-value.ts'

const eur = (amount: number) => ({ amount, currency_code: 'eur' })
const usd = (amount: number) => ({ amount, currency_code: 'usd' })
const rate = (overrides: Partial<CommissionRate>): CommissionRate => ({
  ...{ type: 'percentage', percentage_rate: 10, include_tax: false, price_set: [], min_price_set: [], max_price_set: [] },
  ...overrides,
})
const flat = (...price_set: CommissionRate['price_set']) => rate({ type: 'flat', percentage_rate: null, price_set })
const line = { total: 23.8, tax_total: 3.8 }

describe('the commission on a line', () => {
  it.each([
    ['a flat fee', flat(usd(6), eur(5)), 5],
    ['zero for a flat fee in another currency', flat(usd(6)), 0],
    ['a flat fee, regardless of minimum and maximum', { ...flat(eur(5)), max_price_set: [eur(1)], min_price_set: [eur(9)] }, 5],
    ['a percentage of the total before taxes', rate({}), 2],
    ['a percentage of the total with taxes', rate({ include_tax: true }), 2.38],
    ['a percentage that is not rounded', rate({ percentage_rate: 3.333 }), 0.6666],
    ['the minimum when the percentage is lower', rate({ min_price_set: [usd(9), eur(2.5)] }), 2.5],
    ['the maximum when the percentage is higher', rate({ max_price_set: [usd(9), eur(1.5)] }), 1.5],
    ['not bounded by amounts of other currencies', rate({ min_price_set: [usd(9)], max_price_set: [usd(1)] }), 2],
    ['zero at 0 %', rate({ percentage_rate: 0 }), 0],
    ['the whole total at 100 %', rate({ percentage_rate: 100, include_tax: true }), 23.8],
  ])('is %s', (_case, of, value) => expect(commissionValue(of, line, 'eur')).toBe(value))

  it('is between the bounds of its currency, and otherwise no more than the total', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map((whole) => whole / 100)
    const percent = fc.integer({ min: 0, max: 10_000 }).map((whole) => whole / 100)
    fc.assert(
      fc.property(cents, percent, fc.boolean(), cents, cents, (total, percentage_rate, include_tax, one, other) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)]
        const of = rate({ percentage_rate, include_tax })
        const unbounded = commissionValue(of, { total, tax_total: total / 2 }, 'eur')
        expect(unbounded).toBeLessThanOrEqual(total)
        expect(unbounded).toBeGreaterThanOrEqual(0)
        const bounded = { ...of, min_price_set: [eur(min)], max_price_set: [eur(max)] }
        expect(commissionValue(bounded, { total, tax_total: total / 2 }, 'eur')).toBe(Math.min(Math.max(unbounded, min), max))
      }),
    )
  })
})
