import { findProposal as contract, type Product } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { wholeProducts, withVisibleCategories } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { visibleTo } from '../../domain/products/visible-catalogue.ts'

/** Most characters of a product as JSON, which a request stores: the number of its variants' prices has no other bound. */
const MAX_LENGTH = 1024 * 1024

export const findProposal = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const [found] = await deps.products.findAlone([body.product_id], deadline)
  if (!found?.proposal || found.seller_id === null) return { proposal: null }
  const { proposal, seller_id, status } = found
  const visible = visibleTo({ type: 'member', id: '', seller_id, identity_id: '' })
  const product = withVisibleCategories(await proposed(found, deps, deadline), visible)
  return { proposal: { ...proposal, seller_id, status, product: { ...product } } }
})

/** The product as proposed; without prices if it would be too long. */
async function proposed(record: ProductRecord, deps: Deps, deadline: number): Promise<Product> {
  const [product] = await wholeProducts([record], deps, deadline)
  if (JSON.stringify(product).length <= MAX_LENGTH) return product!
  const [unpriced] = await wholeProducts([record], deps, deadline, { withPrices: false })
  return unpriced!
}
