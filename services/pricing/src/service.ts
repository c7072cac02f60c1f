import { type Service, workOnFiles } from '@souk/runtime'
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
import { vendorProductExportHandlers } from './operations/vendor-product-exports/handlers.ts'
import { vendorProductImportHandlers } from './operations/vendor-product-imports/handlers.ts'
import { vendorProductHandlers } from './operations/vendor-products/handlers.ts'
import { vendorRelatedProductHandlers } from './operations/vendor-related-products/handlers.ts'
import { createAttributeStore } from './stores/attributes.ts'
import { createCategoryStore } from './stores/categories.ts'
import { createCheckoutStockStore } from './stores/checkout-stock.ts'
import { createCollectionStore } from './stores/collections.ts'
import { createConfigurationRuleStore } from './stores/configuration-rules.ts'
import { createInventoryItemExportStore, createProductExportStore } from './stores/csv-exports.ts'
import { createFulfillmentProviderStore } from './stores/fulfillment-providers.ts'
import { createFulfillmentSetStore } from './stores/fulfillment-sets.ts'
import { createInventoryItemStore } from './stores/inventory-items.ts'
import { createPriceListStore } from './stores/price-lists.ts'
import { createPricePreferenceStore } from './stores/price-preferences.ts'
import { createPriceStore } from './stores/prices.ts'
import { createProductImportStore } from './stores/product-imports.ts'
import { createProductOptionStore } from './stores/product-options.ts'
import { createProductTagStore } from './stores/product-tags.ts'
import { createProductTypeStore } from './stores/product-types.ts'
import { createProductStore } from './stores/products.ts'
import { createReferenceStore } from './stores/reference.ts'
import { createRegionStore } from './stores/regions.ts'
import { createReservationChangeStore } from './stores/reservation-changes.ts'
import { createReservationStore } from './stores/reservations.ts'
import { createSalesChannelStore } from './stores/sales-channels.ts'
import { createShippingOptionTypeStore } from './stores/shipping-option-types.ts'
import { createShippingOptionStore } from './stores/shipping-options.ts'
import { createShippingProfileStore } from './stores/shipping-profiles.ts'
import { createSingleFlight } from './stores/single-flight.ts'
import { createStockClaimStore } from './stores/stock-claims.ts'
import { createStockLocationStore } from './stores/stock-locations.ts'
import { createStockPickStore } from './stores/stock-picks.ts'
import { createStorefrontCache } from './stores/storefront-cache.ts'
import { createStoreStore } from './stores/stores.ts'
import { createTaxStore } from './stores/taxes.ts'
import { createUnfinishedProductStore } from './stores/unfinished-products.ts'

/** Serves the catalogue and its prices, price lists, stock, shipping options and taxes. */
export const pricingService: Service<Deps, typeof PricingConfig> = {
  name: 'pricing',
  version: '0.1.0',
  config: PricingConfig,
  handlers: [
    ...currencyHandlers,
    ...paymentProviderHandlers,
    ...priceListHandlers,
    ...priceListPriceHandlers,
    ...adminPriceListHandlers,
    ...pricePreferenceHandlers,
    ...productHandlers,
    ...quoteHandlers,
    ...regionHandlers,
    ...countryLookupHandlers,
    ...salesChannelLookupHandlers,
    ...salesChannelHandlers,
    ...stockLocationHandlers,
    ...fulfillmentProviderHandlers,
    ...fulfillmentSetHandlers,
    ...shippingProfileHandlers,
    ...shippingOptionTypeHandlers,
    ...shippingOptionHandlers,
    ...installationHandlers,
    ...inventoryItemHandlers,
    ...inventoryItemExportHandlers,
    ...reservationHandlers,
    ...stockHandlers,
    ...checkoutStockHandlers,
    ...storeHandlers,
    ...taxRateHandlers,
    ...taxRegionHandlers,
    ...attributeHandlers,
    ...attributePossibleValueHandlers,
    ...applicableAttributeHandlers,
    ...catalogueRequestHandlers,
    ...proposalHandlers,
    ...configurationRuleHandlers,
    ...collectionHandlers,
    ...productCategoryHandlers,
    ...productExportHandlers,
    ...productImportHandlers,
    ...productOptionHandlers,
    ...productOptionValueHandlers,
    ...productTagHandlers,
    ...productTypeHandlers,
    ...productVariantHandlers,
    ...adminProductVariantHandlers,
    ...variantInventoryItemHandlers,
    ...vendorProductHandlers,
    ...vendorRelatedProductHandlers,
    ...vendorProductImportHandlers,
    ...vendorProductExportHandlers,
    ...vendorInventoryItemHandlers,
    ...productBatchHandlers,
    ...storeProductHandlers,
    ...storeWishlistHandlers,
    ...storeProductVariantHandlers,
    ...storeShippingOptionHandlers,
    ...orderShippingOptionHandlers,
  ],

  async prepare({ db, bus, outbox, config, logger }) {
    const inventoryItems = createInventoryItemStore(db, outbox)
    const products = createProductStore(db, inventoryItems, outbox)
    const categories = createCategoryStore(db, outbox)
    const collections = createCollectionStore(db, outbox)
    const attributes = createAttributeStore(db, outbox)
    const productTypes = createProductTypeStore(db, outbox)
    const productTags = createProductTagStore(db, outbox)
    const productOptions = createProductOptionStore(db, outbox)
    const productImports = createProductImportStore(db, outbox)
    const productExports = createProductExportStore(db, outbox)
    const shippingProfiles = createShippingProfileStore(db, outbox)
    const prices = createPriceStore(db, outbox)
    const priceLists = createPriceListStore(db, outbox)
    const reference = createReferenceStore(db)
    const regions = createRegionStore(db, outbox)
    const pricePreferences = createPricePreferenceStore(db, outbox)
    const stores = createStoreStore(db, outbox)
    const taxes = createTaxStore(db, outbox)
    const configurationRules = createConfigurationRuleStore(db, outbox)
    const shipping = {
      salesChannels: createSalesChannelStore(db, outbox),
      stockLocations: createStockLocationStore(db, outbox),
      fulfillmentSets: createFulfillmentSetStore(db, outbox, logger),
      shippingOptionTypes: createShippingOptionTypeStore(db, outbox),
      shippingOptions: createShippingOptionStore(db, outbox),
      inventoryItems,
      inventoryItemExports: createInventoryItemExportStore(db, outbox),
      reservations: createReservationStore(db, outbox),
      reservationChanges: createReservationChangeStore(db),
      stockClaims: createStockClaimStore(db),
      stockPicks: createStockPickStore(db),
      checkoutStock: createCheckoutStockStore(db),
    }
    const fulfillmentProviders = createFulfillmentProviderStore(db)
    const catalogue = {
      products,
      unfinishedProducts: createUnfinishedProductStore(db),
      productImports,
      productExports,
      attributes,
      collections,
      productTypes,
      productTags,
      productOptions,
      shippingProfiles,
    }
    const indexed = {
      ...catalogue,
      ...shipping,
      prices,
      priceLists,
      regions,
      pricePreferences,
      stores,
      taxes,
      configurationRules,
    }
    await Promise.all(Object.values(indexed).map((store) => store.ensureIndexes()))
    await stores.ensureFirst()
    await fulfillmentProviders.configure(config.FULFILLMENT_PROVIDERS, new Date().toISOString())
    const clients = {
      apiKeys: createApiKeys(bus),
      shoppers: createShoppers(bus),
      customerGroups: createCustomerGroups(bus),
      orders: createOrders(bus),
      sellers: createSellers(bus),
      checkouts: createCheckouts(bus),
    }
    return {
      ...indexed,
      ...clients,
      reference,
      fulfillmentProviders,
      categories,
      sharedPrices: createSingleFlight<ListedPrices | undefined>(),
      storefronts: createStorefrontCache({
        max_bytes: config.STOREFRONT_CACHE_MB * 1024 * 1024,
        reconnects: () => bus.reconnects,
      }),
    }
  },

  findProducts: (needs, asking, deps) => relatedProducts(asking, deps)(needs),

  background: (deps, { bus, outbox, metrics, logger }) => [
    noticeChanges({ bus, outbox, cache: deps.storefronts, logger }),
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
