import { type Configuration, forbidden } from '@souk/contracts'
import type { ProductRecord } from './product-record.ts'

const NO_REQUESTS = 'Products cannot be proposed: the marketplace has disabled product requests'

/**
 * The status that a product gets when its seller proposes it: published at once if no approval is required.
 * @throws forbidden if approval is required, but the marketplace takes no requests
 */
export function statusOfProposed({
  require_product_approval,
  product_request_enabled,
}: Configuration): Extract<ProductRecord['status'], 'proposed' | 'published'> {
  if (!require_product_approval) return 'published'
  if (!product_request_enabled) throw forbidden(NO_REQUESTS)
  return 'proposed'
}

/**
 * A product after a change by its seller, who may have proposed it. One that waits for approval already goes on waiting.
 * @throws as `statusOfProposed`
 */
export const submittedProduct = <Product extends Pick<ProductRecord, 'status'>>(
  product: Product,
  before: Pick<ProductRecord, 'status'>,
  configuration: Configuration,
): Product =>
  product.status === 'proposed' && before.status !== 'proposed'
    ? { ...product, status: statusOfProposed(configuration) }
    : product
