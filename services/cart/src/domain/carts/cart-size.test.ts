import { describe, expect, it } from 'vitest'
import { aCart } from '../../../test/builders.ts'
import { assertRestFits } from './cart-size.ts'

const holding = (bytes: number) => ({ ...aCart(), metadata: { text: 'x'.repeat(bytes) } })
const MIB = 1024 * 1024

describe('a cart without its items', () => {
  it('holds at most 1 MiB, both when created and when changed', () => {
    const message = 'A cart holds at most 1 MiB as JSON beside its items'
    expect(() => assertRestFits(holding(MIB - 4096))).not.toThrow()
    expect(() => assertRestFits(holding(MIB))).toThrow(message)
    expect(() => assertRestFits(holding(MIB), holding(MIB - 4096))).toThrow(message)
  })

  it('may change and shrink, but not grow, if it exceeded that limit before', () => {
    const large = holding(2 * MIB)
    const changed = { ...large, email: 'ann@example.com', customer: null }
    expect(() => assertRestFits(changed, large)).not.toThrow()
    expect(() => assertRestFits(holding(2 * MIB - 1), large)).not.toThrow()
    expect(() => assertRestFits(holding(2 * MIB + 1), large)).toThrow()
  })
})
