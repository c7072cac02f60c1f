import type { StoreVariant } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { Sellable } from '../domain/products/product-record.ts'
import { type StoreView, storeProducts } from './store-products.ts'
import { variantsAlone } from './variant.ts'

/** Variants as a storefront shows them on their own, each with its product. */
export async function storeVariants(
  found: readonly Sellable[],
  view: Omit<StoreView, 'at'>,
  deps: Deps,
): Promise<StoreVariant[]> {
  const products = await storeProducts(
    found.map(({ product }) => product),
    { ...view, at: '' },
    deps,
  )
  return variantsAlone(products)
}
