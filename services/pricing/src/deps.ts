import type { ListedPrices } from './domain/price-lists/price-list.ts'
import type { CategoryStore } from './stores/categories.ts'
import type { CollectionStore } from './stores/collections.ts'
import type { PriceListStore } from './stores/price-lists.ts'
import type { PricePreferenceStore } from './stores/price-preferences.ts'
import type { PriceStore } from './stores/prices.ts'
import type { ProductOptionStore } from './stores/product-options.ts'
import type { ProductTagStore } from './stores/product-tags.ts'
import type { ProductTypeStore } from './stores/product-types.ts'
import type { ProductStore } from './stores/products.ts'
import type { ReferenceStore } from './stores/reference.ts'
import type { RegionStore } from './stores/regions.ts'
import type { ShippingProfileStore } from './stores/shipping-profiles.ts'
import type { SingleFlight } from './stores/single-flight.ts'
import type { StoreStore } from './stores/stores.ts'
import type { TaxStore } from './stores/taxes.ts'

/** What a handler of this service may touch. */
export interface Deps {
  products: ProductStore
  categories: CategoryStore
  collections: CollectionStore
  productTypes: ProductTypeStore
  productTags: ProductTagStore
  productOptions: ProductOptionStore
  shippingProfiles: ShippingProfileStore
  prices: PriceStore
  priceLists: PriceListStore
  reference: ReferenceStore
  regions: RegionStore
  pricePreferences: PricePreferenceStore
  stores: StoreStore
  taxes: TaxStore
  /** The prices of one list, ready to be shown. */
  sharedPrices: SingleFlight<ListedPrices>
}
