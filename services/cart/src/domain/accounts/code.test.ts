import { expect, it } from 'vitest'
import { CODE_BYTES, codeOf } from './code.ts'

it('writes four groups of four letters of which none looks like another', () => {
  const bytes = Uint8Array.from({ length: CODE_BYTES }, (_, n) => n)
  expect(codeOf('GIFT', bytes)).toBe('GIFT-ABCD-EFGH-JKLM-NPQR')
  expect(
    codeOf(
      'SC',
      bytes.map((n) => 255 - n),
    ),
  ).toBe('SC-9876-5432-ZYXW-VUTS')
})

it('uses no 0, O, 1 and I, and every other letter as often', () => {
  const seen = new Map<string, number>()
  for (let n = 0; n < 256; n++) {
    const letter = codeOf('SC', new Uint8Array(CODE_BYTES).fill(n)).at(-1)!
    seen.set(letter, (seen.get(letter) ?? 0) + 1)
  }
  expect([...seen.keys()].sort().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ')
  expect(new Set(seen.values())).toEqual(new Set([8]))
})
