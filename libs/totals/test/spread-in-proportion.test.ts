import { describe, expect, it } from 'vitest'
import { exactSum } from '../src/decimal.ts'
import { spreadInProportion } from '../src/spread-in-proportion.ts'

describe('spreadInProportion', () => {
  it.each([
    { amount: 10, weights: [30, 10], shares: ['7.5', '2.5'] },
    { amount: 10, weights: [5], shares: ['10'] },
    { amount: '0.3', weights: [1, 0, 2], shares: ['0.1', '0', '0.2'] },
    {
      amount: 10,
      weights: [1, 1, 1, 0],
      shares: ['3.33333333333333333333', '3.33333333333333333333', '3.33333333333333333334', '0'],
    },
    { amount: 10, weights: [0, 0], shares: ['0', '0'] },
    { amount: 10, weights: [], shares: [] },
  ])('spreads $amount over $weights', ({ amount, weights, shares }) => {
    expect(spreadInProportion(amount, weights)).toEqual(shares)
    if (weights.some((weight) => weight > 0)) expect(Number(exactSum(shares))).toBe(Number(amount))
  })
})
