import { type Configuration, forbidden, notAllowed } from '@souk/contracts'
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

const NEEDS_APPROVAL = 'This feature is disabled!'

/**
 * A product after a change of its status by its seller, who may have proposed or published it. One that is proposed while it
 * waits for approval goes on waiting. If the status ends as it was, this is the product of before: nothing is written.
 * @throws as `statusOfProposed`; not_allowed if it was published although approval is required
 */
export function submittedProduct<Product extends Pick<ProductRecord, 'status'>>(
  product: Product,
  before: Product,
  configuration: Configuration,
): Product {
  if (product.status === 'published' && configuration.require_product_approval) throw notAllowed(NEEDS_APPROVAL)
  const isProposed = product.status === 'proposed' && before.status !== 'proposed'
  const status = isProposed ? statusOfProposed(configuration) : product.status
  return status === before.status ? before : { ...product, status }
}
