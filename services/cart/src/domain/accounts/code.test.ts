import { expect, it } from 'vitest'
import { CODE_BYTES, codeOf } from './code.ts'

it('writes four groups of four unambiguous characters', () => {
  const bytes = Uint8Array.from({ length: CODE_BYTES }, (_, n) => n)
  expect(codeOf('GIFT', bytes)).toBe('GIFT-ABCD-EFGH-JKLM-NPQR')
  expect(
    codeOf(
      'SC',
      bytes.map((n) => 255 - n),
    ),
  ).toBe('SC-9876-5432-ZYXW-VUTS')
})

it('never uses 0, O, 1 or I, and uses every other character equally often', () => {
  const seen = new Map<string, number>()
  for (let n = 0; n < 256; n++) {
    const letter = codeOf('SC', new Uint8Array(CODE_BYTES).fill(n)).at(-1)!
    seen.set(letter, (seen.get(letter) ?? 0) + 1)
  }
  expect([...seen.keys()].sort().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ')
  expect(new Set(seen.values())).toEqual(new Set([8]))
})
