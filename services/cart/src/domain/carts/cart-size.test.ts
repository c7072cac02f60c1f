import { describe, expect, it } from 'vitest'
import { aCart } from '../../../test/builders.ts'
import { assertRestFits } from './cart-size.ts'

const holding = (bytes: number) => ({ ...aCart(), metadata: { text: 'x'.repeat(bytes) } })
const MIB = 1024 * 1024

describe('all of a cart but its items', () => {
  it('holds a mebibyte at the most, in a new cart and in a changed one', () => {
    const message = 'A cart holds at most 1 MiB as JSON beside its items'
    expect(() => assertRestFits(holding(MIB - 4096))).not.toThrow()
    expect(() => assertRestFits(holding(MIB))).toThrow(message)
    expect(() => assertRestFits(holding(MIB), holding(MIB - 4096))).toThrow(message)
  })

  it('may be more in a cart from before, which may change otherwise, and shrink', () => {
    const large = holding(2 * MIB)
    const changed = { ...large, email: 'ann@example.com', customer: null }
    expect(() => assertRestFits(changed, large)).not.toThrow()
    expect(() => assertRestFits(holding(2 * MIB - 1), large)).not.toThrow()
    expect(() => assertRestFits(holding(2 * MIB + 1), large)).toThrow()
  })
})
