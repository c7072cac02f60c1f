import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase32, toBase32 } from './base32.ts'

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of RFC 4648: %j is %j', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded)
    expect(fromBase32(encoded).toString()).toBe(text)
  })

  it('gives back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect([...fromBase32(toBase32(bytes))]).toEqual([...bytes])
      }),
    )
  })
})
