import { invalidData, type OperationError } from '@souk/contracts'
import { takenCodeText } from './new-variant.ts'
import type { ProductRecord } from './product-record.ts'

/**
 * The refusals of products that cannot be created together: no two may have the same handle, or variants with the same code.
 * @returns refusals by index; the first of several conflicting products is not refused
 */
export function indistinct(products: readonly Pick<ProductRecord, 'handle' | 'variant_codes'>[]): Map<number, OperationError> {
  const seen = new Set<string>()
  const wrong = new Map<number, OperationError>()
  for (const [at, { handle, variant_codes }] of products.entries()) {
    const code = variant_codes.find((one) => seen.has(one))
    if (seen.has(`handle:${handle}`)) wrong.set(at, invalidData(`Product with handle: ${handle}, already exists.`))
    else if (code !== undefined) wrong.set(at, invalidData(takenCodeText(code)))
    for (const one of [`handle:${handle}`, ...variant_codes]) seen.add(one)
  }
  return wrong
}
