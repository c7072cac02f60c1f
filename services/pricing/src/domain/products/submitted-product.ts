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
 * A product after a change of its status by its seller, who may have proposed it. One that waits for approval already goes on
 * waiting. If the status ends as it was, this is the product of before: nothing is written.
 * @throws as `statusOfProposed`
 */
export function submittedProduct<Product extends Pick<ProductRecord, 'status'>>(
  product: Product,
  before: Product,
  configuration: Configuration,
): Product {
  if (product.status !== 'proposed' || before.status === 'proposed') return product
  const status = statusOfProposed(configuration)
  return status === before.status ? before : { ...product, status }
}
