import { describe, expect, it } from 'vitest'
import { minorUnits } from '../src/currency.ts'
import { covers, decimalText, exceeds, roundToMinorUnits } from '../src/index.ts'

it.each([
  { places: 0, codes: ['jpy', 'krw', 'clp', 'vnd', 'isk', 'xaf', 'JPY'] },
  { places: 3, codes: ['kwd', 'bhd', 'jod', 'omr', 'tnd', 'iqd', 'lyd'] },
  { places: 2, codes: ['usd', 'eur', 'huf', 'xxx', '', null, undefined] },
])('$codes have $places decimal places', ({ places, codes }) => {
  expect(codes.map(minorUnits)).toEqual(codes.map(() => places))
})

it.each([
  [27.676425, 'usd', 27.68],
  [1.005, 'usd', 1.01],
  [2.675, 'eur', 2.68],
  ['2.6749999999999999999999', 'eur', 2.67],
  [-1.005, 'usd', -1.01],
  [-0.001, 'usd', 0],
  [1098.5, 'jpy', 1099],
  [1.2345, 'kwd', 1.235],
])('%s %s is rounded to %s', (amount, currency_code, paid) => {
  expect(roundToMinorUnits(amount, currency_code)).toBe(paid)
})

it.each([
  [10, 10, 'usd', false],
  [9.99, 10, 'usd', false],
  [10.01, 10, 'usd', false],
  ['10.0100001', 10, 'usd', true],
  [0.3, '0.29', 'USD', false],
  [11, 10, 'jpy', false],
  [11.1, 10, 'jpy', true],
  [10.001, 10, 'kwd', false],
  [10.002, 10, 'kwd', true],
  [-10, -10.02, 'usd', true],
  [2 ** 53, 10, 'usd', true],
])('%s exceeds %s %s: %s', (amount, limit, currency_code, expected) => {
  expect(exceeds(amount, limit, currency_code)).toBe(expected)
})

it.each([
  [10.74, 10.74275, 'usd', true],
  [27.676425, 27.68, 'USD', true],
  [27.67, 27.675, 'usd', false],
  [28, 27.68, 'usd', true],
  [10.4, 10, 'jpy', true],
  [9.5, 10, 'jpy', true],
  [10.001, 10.002, 'kwd', false],
])('%s covers %s %s: %s', (amount, whole, currency_code, expected) => {
  expect(covers(amount, whole, currency_code)).toBe(expected)
})

describe('decimal text of an amount', () => {
  it.each([
    [10, '10'],
    ['10.50', '10.5'],
    [0.1, '0.1'],
    [-0, '0'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    ['123456789.123456789123456', '123456789.12345678912'],
    ['0.3333333333333333333333333', '0.33333333333333333333'],
    [-2.5, '-2.5'],
  ])('%s is %s', (amount, text) => {
    expect(decimalText(amount)).toBe(text)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is rejected', (amount) => {
    expect(() => decimalText(amount)).toThrow(new RangeError(`${amount} is not an amount`))
  })
})
