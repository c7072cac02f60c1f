import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numberWithin } from '../src/index.ts'
import { minus, rational } from './rational.ts'

/** Up to 34 digits, the precision of store credit accounts. */
const anExactAmount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 34n - 1n }), fc.integer({ min: 0, max: 30 }))
  .map(([digits, places]) => {
    const text = String(digits).padStart(places + 1, '0')
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
  })

it.each([
  ['0.1', 0.1],
  ['20.67', 20.67],
  ['0.30000000000000001', 0.3],
  ['0.12345678901234567', 0.12345678901234566],
  ['0.123456789012345678', 0.123456789012345],
  ['99.999999999999999999', 99.9999999999999],
  ['0', 0],
])('the number within %s is %d', (exact, number) => {
  expect(numberWithin(exact)).toBe(number)
})

it('the number within an amount never exceeds it, and is practically all of it', () => {
  const property = fc.property(anExactAmount, (exact) => {
    const number = numberWithin(exact)
    const left = minus(rational(exact), rational(number))
    expect(Number(left.numerator)).toBeGreaterThanOrEqual(0)
    expect(number).toBeGreaterThanOrEqual(Number(exact) * (1 - 1e-14))
  })
  fc.assert(property, { numRuns: 2000 })
})
