import type { CommissionRateInput } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { commissionRate, feeValueOf } from './commission-rate.ts'

const eur = (amount: number) => ({ amount, currency_code: 'eur' })
const usd = (amount: number) => ({ amount, currency_code: 'usd' })
const percentage = (more: Partial<CommissionRateInput> = {}): CommissionRateInput => ({
  ...{ type: 'percentage', percentage_rate: 10, include_tax: true },
  ...more,
})
const flat = (more: Partial<CommissionRateInput> = {}): CommissionRateInput => ({
  ...{ type: 'flat', include_tax: false, price_set: [eur(5)] },
  ...more,
})

describe('commissionRate', () => {
  it('stores whatever was left out as null or empty', () => {
    const none = { price_set: [], min_price_set: [], max_price_set: [] }
    expect(commissionRate(percentage())).toEqual({ ...percentage(), ...none })
    expect(commissionRate(flat({ min_price_set: null }))).toEqual({
      ...flat(),
      ...none,
      percentage_rate: null,
      price_set: [eur(5)],
    })
  })

  it.each([
    ['a flat rate without any fee', flat({ price_set: [] }), 'Flat rate requires fee value'],
    ['a flat rate whose fee is null', flat({ price_set: null }), 'Flat rate requires fee value'],
    ['a percentage rate without a percentage', percentage({ percentage_rate: null }), 'Percentage rate requires percent value'],
    [
      'a minimum above the maximum of its currency',
      percentage({ min_price_set: [usd(1), eur(2)], max_price_set: [eur(1.99), usd(1)] }),
      'Invalid price range',
    ],
  ])('refuses %s', (_case, input, message) => {
    expect(() => commissionRate(input)).toThrow(expect.objectContaining({ kind: 'invalid_data', message }))
  })

  it('takes a percentage of 0, and bounds of different currencies', () => {
    const bounds = { min_price_set: [eur(9)], max_price_set: [usd(1)] }
    expect(commissionRate(percentage({ percentage_rate: 0, ...bounds }))).toMatchObject({ percentage_rate: 0, ...bounds })
  })
})

it.each([
  ['10%', percentage()],
  ['0%', percentage({ percentage_rate: 0 })],
  ['7.5%', percentage({ percentage_rate: 7.5, price_set: [eur(1)] })],
  ['5EUR', flat()],
  ['5EUR/6.5USD', flat({ price_set: [eur(5), usd(6.5)] })],
])('feeValueOf says %s', (said, input) => {
  expect(feeValueOf(commissionRate(input))).toBe(said)
})

it('feeValueOf says - of a rate without a fee', () => {
  expect(feeValueOf({ ...commissionRate(flat()), price_set: [] })).toBe('-')
  expect(feeValueOf({ ...commissionRate(percentage()), percentage_rate: null })).toBe('-')
})
