import { percentageShare } from '@souk/totals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minus, rational, times, toNumber } from './rational.ts'

const of = (overrides: Partial<Parameters<typeof percentageShare>[0]> = {}) =>
  percentageShare({ total: 11.9, tax_total: 1.9, isTaxIncluded: false, percentage: 10, min: null, max: null, ...overrides })

describe('the percentage of a line', () => {
  it.each([
    ['is calculated from the price without tax', {}, 1],
    ['is calculated from the price with tax', { isTaxIncluded: true }, 1.19],
    ['is exact, and not rounded to minor units', { total: 0.3, tax_total: 0.1, percentage: 7.25 }, 0.0145],
    ['is exact where doubles are not', { total: 1.1, tax_total: 0, percentage: 30 }, 0.33],
    ['may be zero', { percentage: 0 }, 0],
    ['may be the whole price', { percentage: 100 }, 10],
    ['is raised to the minimum', { min: 1.5, max: 3 }, 1.5],
    ['is lowered to the maximum', { min: 0.1, max: 0.5 }, 0.5],
    ['stays unchanged between minimum and maximum', { min: 0.1, max: 3 }, 1],
    ['may have a maximum of zero', { min: undefined, max: 0 }, 0],
    ['is the minimum for a total of zero', { total: 0, tax_total: 0, min: 2 }, 2],
  ] as const)('%s', (_case, overrides, share) => expect(of(overrides)).toBe(share))

  const cents = fc.integer({ min: 0, max: 2 ** 40 }).map((whole) => whole / 100)
  const percentage = fc.integer({ min: 0, max: 10_000 }).map((whole) => whole / 100)

  it('is what exact fractions make', () => {
    fc.assert(
      fc.property(cents, cents, fc.boolean(), percentage, (total, tax_total, isTaxIncluded, percent) => {
        const base = isTaxIncluded ? rational(total) : minus(rational(total), rational(tax_total))
        const share = times(times(base, rational(percent)), rational('0.01'))
        expect(of({ total, tax_total, isTaxIncluded, percentage: percent })).toBe(toNumber(share))
      }),
    )
  })

  it('never leaves its bounds', () => {
    fc.assert(
      fc.property(cents, percentage, cents, cents, (total, percent, one, other) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)]
        const share = of({ total, percentage: percent, min, max })
        return share >= min && share <= max
      }),
    )
  })
})
