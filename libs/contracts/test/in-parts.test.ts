import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inParts } from '../src/fields/in-parts.ts'

it.each([
  [[], 2, []],
  [[1, 2], 2, [[1, 2]]],
  [[1, 2, 3], 2, [[1, 2], [3]]],
])('splits %j into parts of at most %i: %j', (items, size, parts) => {
  expect(inParts(items, size)).toEqual(parts)
})

it('the parts hold all items in order, and none is longer than requested', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), (items, size) => {
      const parts = inParts(items, size)
      expect(parts.flat()).toEqual(items)
      for (const part of parts.slice(0, -1)) expect(part).toHaveLength(size)
      expect(parts.every(({ length }) => length > 0 && length <= size)).toBe(true)
    }),
  )
})
