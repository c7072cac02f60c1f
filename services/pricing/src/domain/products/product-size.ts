import { invalidData, outgrows } from '@souk/contracts'
import type { ProductRecord } from './product-record.ts'

/** Bound of a product as JSON: about 800 variants. Lists of storefronts show it in full to everybody. */
const MAX_MIB = 1

/**
 * A product that is already larger may still shrink, or change without growing.
 * @param before absent: the product is new
 * @throws invalid_data that names the limit
 */
export function assertProductFits(product: ProductRecord, before?: ProductRecord) {
  if (outgrows(product, before, MAX_MIB * 1024 * 1024))
    throw invalidData(`A product holds at most ${MAX_MIB} MiB as JSON, with its variants and images`)
}
