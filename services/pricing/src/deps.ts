import type { CsvExportStore } from '@souk/runtime'
import type { ApiKeys } from './clients/api-keys.ts'
import type { Checkouts } from './clients/checkouts.ts'
import type { CustomerGroups } from './clients/customer-groups.ts'
import type { Orders } from './clients/orders.ts'
import type { Sellers } from './clients/sellers.ts'
import type { Shoppers } from './clients/shoppers.ts'
import type { ListedPrices } from './domain/price-lists/price-list.ts'
import type { AttributeStore } from './stores/attributes.ts'
import type { CategoryStore } from './stores/categories.ts'
import type { CheckoutStockStore } from './stores/checkout-stock.ts'
import type { CollectionStore } from './stores/collections.ts'
import type { ConfigurationRuleStore } from './stores/configuration-rules.ts'
import type { ProductExportStore } from './stores/csv-exports.ts'
import type { FulfillmentProviderStore } from './stores/fulfillment-providers.ts'
import type { FulfillmentSetStore } from './stores/fulfillment-sets.ts'
import type { InventoryItemStore } from './stores/inventory-items.ts'
import type { PriceListStore } from './stores/price-lists.ts'
import type { PricePreferenceStore } from './stores/price-preferences.ts'
import type { PriceStore } from './stores/prices.ts'
import type { ProductImportStore } from './stores/product-imports.ts'
import type { ProductOptionStore } from './stores/product-options.ts'
import type { ProductTagStore } from './stores/product-tags.ts'
import type { ProductTypeStore } from './stores/product-types.ts'
import type { ProductStore } from './stores/products.ts'
import type { RegionStore } from './stores/regions.ts'
import type { ReservationChangeStore } from './stores/reservation-changes.ts'
import type { ReservationStore } from './stores/reservations.ts'
import type { SalesChannelStore } from './stores/sales-channels.ts'
import type { ShippingOptionTypeStore } from './stores/shipping-option-types.ts'
import type { ShippingOptionStore } from './stores/shipping-options.ts'
import type { ShippingProfileStore } from './stores/shipping-profiles.ts'
import type { SingleFlight } from './stores/single-flight.ts'
import type { StockClaimStore } from './stores/stock-claims.ts'
import type { StockLocationStore } from './stores/stock-locations.ts'
import type { StockPickStore } from './stores/stock-picks.ts'
import type { StorefrontCache } from './stores/storefront-cache.ts'
import type { StoreStore } from './stores/stores.ts'
import type { TaxStore } from './stores/taxes.ts'
import type { UnfinishedProductStore } from './stores/unfinished-products.ts'

/** The dependencies of this service's handlers. */
export interface Deps {
  products: ProductStore
  categories: CategoryStore
  collections: CollectionStore
  attributes: AttributeStore
  productTypes: ProductTypeStore
  productTags: ProductTagStore
  unfinishedProducts: UnfinishedProductStore
  productOptions: ProductOptionStore
  productExports: ProductExportStore
  productImports: ProductImportStore
  shippingProfiles: ShippingProfileStore
  prices: PriceStore
  priceLists: PriceListStore
  regions: RegionStore
  pricePreferences: PricePreferenceStore
  stores: StoreStore
  taxes: TaxStore
  configurationRules: ConfigurationRuleStore
  salesChannels: SalesChannelStore
  stockLocations: StockLocationStore
  fulfillmentSets: FulfillmentSetStore
  fulfillmentProviders: FulfillmentProviderStore
  shippingOptionTypes: ShippingOptionTypeStore
  shippingOptions: ShippingOptionStore
  inventoryItems: InventoryItemStore
  inventoryItemExports: CsvExportStore
  reservations: ReservationStore
  reservationChanges: ReservationChangeStore
  stockClaims: StockClaimStore
  stockPicks: StockPickStore
  checkoutStock: CheckoutStockStore
  apiKeys: ApiKeys
  sellers: Sellers
  shoppers: Shoppers
  customerGroups: CustomerGroups
  orders: Orders
  checkouts: Checkouts
  /** The prices of one list, ready to be shown. */
  sharedPrices: SingleFlight<ListedPrices | undefined>
  /** Products as shown to guests. */
  storefronts: StorefrontCache
  /** The same for administrators' lists of products, so that these do not evict what guests are shown. */
  adminLists: StorefrontCache
}
