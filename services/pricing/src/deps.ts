import type { ListedPrices } from './domain/price-list.ts'
import type { SharedReads } from './shared-reads.ts'
import type { CategoryStore } from './stores/categories.ts'
import type { PriceListStore } from './stores/price-lists.ts'
import type { PriceStore } from './stores/prices.ts'
import type { ProductStore } from './stores/products.ts'
import type { ReferenceStore } from './stores/reference.ts'

/** What a handler of this service may touch. */
export interface Deps {
  products: ProductStore
  categories: CategoryStore
  prices: PriceStore
  priceLists: PriceListStore
  reference: ReferenceStore
  /** The prices of one list, ready to be shown. */
  sharedPrices: SharedReads<ListedPrices>
}
