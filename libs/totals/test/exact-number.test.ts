import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minus, plus, times } from '../src/exact-number.ts'

describe('exact numbers', () => {
  it.each([
    [plus(0.1, 0.2), 0.3],
    [minus(0.3, 0.1), 0.2],
    [times(0.1, 3), 0.3],
    [times(19.99, 2.5), 49.975],
    [plus(1e10, 1e-300), 1e10],
    [minus(10, 1e-310), 10],
    [times(1e-200, 1e-200), 0],
    [plus(2 ** 53, 0.5), 2 ** 53],
    [minus(0, 0.5), -0.5],
  ])('%d is %d', (computed, expected) => expect(computed).toBe(expected))

  it('are finite, and subtracting what was added restores the original', () => {
    const cents = fc.integer({ min: 0, max: 2 ** 40 }).map((whole) => whole / 100)
    fc.assert(fc.property(cents, cents, (one, other) => minus(plus(one, other), other) === one))
    const any = fc.double({ min: 0, max: 2 ** 53, noNaN: true })
    fc.assert(
      fc.property(any, any, (one, other) => [plus(one, other), minus(one, other), times(one, other)].every(Number.isFinite)),
    )
  })
})
