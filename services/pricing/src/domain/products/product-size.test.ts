import { describe, expect, it } from 'vitest'
import { aProduct, aVariant } from '../../../test/builders.ts'
import { assertProductFits } from './product-size.ts'

const holding = (bytes: number) => aProduct({ description: 'x'.repeat(bytes) })
const MIB = 1024 * 1024

describe('a product', () => {
  it('has at most 1 MiB, which is enough for hundreds of variants', () => {
    const message = 'A product holds at most 1 MiB as JSON, with its variants and images'
    const variants = Array.from({ length: 800 }, (_, n) => aVariant({ id: `variant_${n}`, sku: `SHIRT-${n}` }))
    expect(() => assertProductFits(aProduct({ variants }))).not.toThrow()
    expect(() => assertProductFits(holding(MIB))).toThrow(message)
    expect(() => assertProductFits(holding(MIB), aProduct())).toThrow(message)
  })

  it('that is already larger may still change and shrink, but not grow', () => {
    const large = holding(2 * MIB)
    expect(() => assertProductFits({ ...large, title: 'Shift' }, large)).not.toThrow()
    expect(() => assertProductFits(holding(MIB), large)).not.toThrow()
    expect(() => assertProductFits({ ...large, title: 'Shirts' }, large)).toThrow()
  })
})
