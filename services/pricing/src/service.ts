import { ensureIndexes, type Service, workOnFiles } from '@souk/runtime'
import { relatedProducts } from './answers/related-products.ts'
import { askForProposed } from './background/ask-for-proposed.ts'
import { emptyDeletedLists } from './background/empty-deleted-lists.ts'
import { fileWork } from './background/file-work.ts'
import { mendStockTotals } from './background/mend-stock-totals.ts'
import { removeLeftParts } from './background/remove-left-parts.ts'
import { removeUnfinishedProducts } from './background/remove-unfinished-products.ts'
import { removeUnlisted } from './background/remove-unlisted.ts'
import { settleLeftClaims } from './background/settle-left-claims.ts'
import { createApiKeys } from './clients/api-keys.ts'
import { noticeChanges } from './clients/change-notices.ts'
import { createCheckouts } from './clients/checkouts.ts'
import { createCustomerGroups } from './clients/customer-groups.ts'
import { createOrders } from './clients/orders.ts'
import { createSellers } from './clients/sellers.ts'
import { createShoppers } from './clients/shoppers.ts'
import { PricingConfig } from './config.ts'
import type { Deps } from './deps.ts'
import type { ListedPrices } from './domain/price-lists/price-list.ts'
import { adminPriceListHandlers } from './operations/admin-price-lists/handlers.ts'
import { adminProductVariantHandlers } from './operations/admin-product-variants/handlers.ts'
import { applicableAttributeHandlers } from './operations/applicable-attributes/handlers.ts'
import { attributePossibleValueHandlers } from './operations/attribute-possible-values/handlers.ts'
import { attributeHandlers } from './operations/attributes/handlers.ts'
import { catalogueRequestHandlers } from './operations/catalogue-requests/handlers.ts'
import { checkoutStockHandlers } from './operations/checkouts/handlers.ts'
import { collectionHandlers } from './operations/collections/handlers.ts'
import { configurationRuleHandlers } from './operations/configuration-rules/handlers.ts'
import { currencyHandlers } from './operations/currencies/handlers.ts'
import { fulfillmentProviderHandlers } from './operations/fulfillment-providers/handlers.ts'
import { fulfillmentSetHandlers } from './operations/fulfillment-sets/handlers.ts'
import { installationHandlers } from './operations/installation/handlers.ts'
import { inventoryItemExportHandlers } from './operations/inventory-item-exports/handlers.ts'
import { inventoryItemHandlers } from './operations/inventory-items/handlers.ts'
import { orderShippingOptionHandlers } from './operations/order-shipping-options/handlers.ts'
import { paymentProviderHandlers } from './operations/payment-providers/handlers.ts'
import { priceListPriceHandlers } from './operations/price-list-prices/handlers.ts'
import { priceListHandlers } from './operations/price-lists/handlers.ts'
import { pricePreferenceHandlers } from './operations/price-preferences/handlers.ts'
import { productBatchHandlers } from './operations/product-batches/handlers.ts'
import { productCategoryHandlers } from './operations/product-categories/handlers.ts'
import { productExportHandlers } from './operations/product-exports/handlers.ts'
import { productImportHandlers } from './operations/product-imports/handlers.ts'
import { productOptionValueHandlers } from './operations/product-option-values/handlers.ts'
import { productOptionHandlers } from './operations/product-options/handlers.ts'
import { productTagHandlers } from './operations/product-tags/handlers.ts'
import { productTypeHandlers } from './operations/product-types/handlers.ts'
import { productVariantHandlers } from './operations/product-variants/handlers.ts'
import { productHandlers } from './operations/products/handlers.ts'
import { proposalHandlers } from './operations/proposals/handlers.ts'
import { quoteHandlers } from './operations/quotes/handlers.ts'
import { countryLookupHandlers, regionHandlers } from './operations/regions/handlers.ts'
import { reservationHandlers } from './operations/reservations/handlers.ts'
import { salesChannelHandlers, salesChannelLookupHandlers } from './operations/sales-channels/handlers.ts'
import { shippingOptionTypeHandlers } from './operations/shipping-option-types/handlers.ts'
import { shippingOptionHandlers } from './operations/shipping-options/handlers.ts'
import { shippingProfileHandlers } from './operations/shipping-profiles/handlers.ts'
import { stockHandlers } from './operations/stock/handlers.ts'
import { stockLocationHandlers } from './operations/stock-locations/handlers.ts'
import { storeProductVariantHandlers } from './operations/store-product-variants/handlers.ts'
import { storeProductHandlers } from './operations/store-products/handlers.ts'
import { storeShippingOptionHandlers } from './operations/store-shipping-options/handlers.ts'
import { storeWishlistHandlers } from './operations/store-wishlist/handlers.ts'
import { storeHandlers } from './operations/stores/handlers.ts'
import { taxRateHandlers } from './operations/tax-rates/handlers.ts'
import { taxRegionHandlers } from './operations/tax-regions/handlers.ts'
import { variantInventoryItemHandlers } from './operations/variant-inventory-items/handlers.ts'
import { vendorInventoryItemHandlers } from './operations/vendor-inventory-items/handlers.ts'
import { vendorProductBatchHandlers } from './operations/vendor-product-batches/handlers.ts'
import { vendorProductExportHandlers } from './operations/vendor-product-exports/handlers.ts'
import { vendorProductImportHandlers } from './operations/vendor-product-imports/handlers.ts'
import { vendorProductHandlers } from './operations/vendor-products/handlers.ts'
import { vendorRelatedProductHandlers } from './operations/vendor-related-products/handlers.ts'
import { createStores } from './stores/all.ts'
import { createSingleFlight } from './stores/single-flight.ts'
import { createStorefrontCache } from './stores/storefront-cache.ts'

/** The size of the cache of administrators' lists, in terms of `STOREFRONT_CACHE_MB`. */
const ADMINS_SHARE = 1 / 4

/** Serves the catalogue and its prices, price lists, stock, shipping options and taxes. */
export const pricingService: Service<Deps, typeof PricingConfig> = {
  name: 'pricing',
  version: '0.1.0',
  config: PricingConfig,
  handlers: [
    ...adminPriceListHandlers,
    ...adminProductVariantHandlers,
    ...applicableAttributeHandlers,
    ...attributeHandlers,
    ...attributePossibleValueHandlers,
    ...catalogueRequestHandlers,
    ...checkoutStockHandlers,
    ...collectionHandlers,
    ...configurationRuleHandlers,
    ...countryLookupHandlers,
    ...currencyHandlers,
    ...fulfillmentProviderHandlers,
    ...fulfillmentSetHandlers,
    ...installationHandlers,
    ...inventoryItemExportHandlers,
    ...inventoryItemHandlers,
    ...orderShippingOptionHandlers,
    ...paymentProviderHandlers,
    ...priceListHandlers,
    ...priceListPriceHandlers,
    ...pricePreferenceHandlers,
    ...productBatchHandlers,
    ...productCategoryHandlers,
    ...productExportHandlers,
    ...productHandlers,
    ...productImportHandlers,
    ...productOptionHandlers,
    ...productOptionValueHandlers,
    ...productTagHandlers,
    ...productTypeHandlers,
    ...productVariantHandlers,
    ...proposalHandlers,
    ...quoteHandlers,
    ...regionHandlers,
    ...reservationHandlers,
    ...salesChannelHandlers,
    ...salesChannelLookupHandlers,
    ...shippingOptionHandlers,
    ...shippingOptionTypeHandlers,
    ...shippingProfileHandlers,
    ...stockHandlers,
    ...stockLocationHandlers,
    ...storeHandlers,
    ...storeProductHandlers,
    ...storeProductVariantHandlers,
    ...storeShippingOptionHandlers,
    ...storeWishlistHandlers,
    ...taxRateHandlers,
    ...taxRegionHandlers,
    ...variantInventoryItemHandlers,
    ...vendorInventoryItemHandlers,
    ...vendorProductBatchHandlers,
    ...vendorProductExportHandlers,
    ...vendorProductHandlers,
    ...vendorProductImportHandlers,
    ...vendorRelatedProductHandlers,
  ],

  async prepare({ db, bus, outbox, config, logger }) {
    const stores = createStores(db, outbox, logger)
    await ensureIndexes(stores)
    await stores.stores.ensureFirst()
    await stores.fulfillmentProviders.configure(config.FULFILLMENT_PROVIDERS, new Date().toISOString())
    const clients = {
      apiKeys: createApiKeys(bus),
      shoppers: createShoppers(bus),
      customerGroups: createCustomerGroups(bus),
      orders: createOrders(bus),
      sellers: createSellers(bus),
      checkouts: createCheckouts(bus),
    }
    const max_bytes = config.STOREFRONT_CACHE_MB * 1024 * 1024
    const reconnects = () => bus.reconnects
    return {
      ...stores,
      ...clients,
      sharedPrices: createSingleFlight<ListedPrices | undefined>(),
      storefronts: createStorefrontCache({ max_bytes, reconnects }),
      adminLists: createStorefrontCache({ max_bytes: max_bytes * ADMINS_SHARE, reconnects }),
    }
  },

  findProducts: (needs, asking, deps) => relatedProducts(asking, deps)(needs),

  background: (deps, { bus, outbox, metrics, logger }) => [
    noticeChanges({ bus, outbox, caches: [deps.storefronts, deps.adminLists], logger }),
    removeUnlisted({ ...deps, metrics, logger }),
    removeUnfinishedProducts({ ...deps, metrics, logger }),
    removeLeftParts({ ...deps, logger }),
    emptyDeletedLists({ ...deps, metrics, logger }),
    askForProposed({ ...deps, logger }),
    settleLeftClaims({ ...deps, logger }),
    mendStockTotals({ ...deps, metrics, logger }),
    workOnFiles({ kinds: fileWork(deps, logger), metrics, logger }),
  ],
}
