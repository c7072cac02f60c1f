import type { EventRelay, Logger } from '@souk/runtime'
import type { Db } from 'mongodb'
import { createAttributeStore } from './attributes.ts'
import { createCategoryStore } from './categories.ts'
import { createCheckoutStockStore } from './checkout-stock.ts'
import { createCollectionStore } from './collections.ts'
import { createConfigurationRuleStore } from './configuration-rules.ts'
import { createInventoryItemExportStore, createProductExportStore } from './csv-exports.ts'
import { createFulfillmentProviderStore } from './fulfillment-providers.ts'
import { createFulfillmentSetStore } from './fulfillment-sets.ts'
import { createInventoryItemStore } from './inventory-items.ts'
import { createPriceListStore } from './price-lists.ts'
import { createPricePreferenceStore } from './price-preferences.ts'
import { createPriceStore } from './prices.ts'
import { createProductImportStore } from './product-imports.ts'
import { createProductOptionStore } from './product-options.ts'
import { createProductTagStore } from './product-tags.ts'
import { createProductTypeStore } from './product-types.ts'
import { createProductStore } from './products.ts'
import { createRegionStore } from './regions.ts'
import { createReservationChangeStore } from './reservation-changes.ts'
import { createReservationStore } from './reservations.ts'
import { createSalesChannelStore } from './sales-channels.ts'
import { createShippingOptionTypeStore } from './shipping-option-types.ts'
import { createShippingOptionStore } from './shipping-options.ts'
import { createShippingProfileStore } from './shipping-profiles.ts'
import { createStockClaimStore } from './stock-claims.ts'
import { createStockLocationStore } from './stock-locations.ts'
import { createStockPickStore } from './stock-picks.ts'
import { createStoreStore } from './stores.ts'
import { createTaxStore } from './taxes.ts'
import { createUnfinishedProductStore } from './unfinished-products.ts'

/** All of the service's stores. */
export function createStores(db: Db, outbox: EventRelay, logger: Logger) {
  const inventoryItems = createInventoryItemStore(db, outbox)
  return {
    products: createProductStore(db, inventoryItems, outbox),
    unfinishedProducts: createUnfinishedProductStore(db),
    productImports: createProductImportStore(db, outbox),
    productExports: createProductExportStore(db, outbox),
    attributes: createAttributeStore(db, outbox),
    categories: createCategoryStore(db, outbox),
    collections: createCollectionStore(db, outbox),
    productTypes: createProductTypeStore(db, outbox),
    productTags: createProductTagStore(db, outbox),
    productOptions: createProductOptionStore(db, outbox),
    shippingProfiles: createShippingProfileStore(db, outbox),
    prices: createPriceStore(db, outbox),
    priceLists: createPriceListStore(db, outbox),
    pricePreferences: createPricePreferenceStore(db, outbox),
    regions: createRegionStore(db, outbox),
    stores: createStoreStore(db, outbox),
    taxes: createTaxStore(db, outbox),
    configurationRules: createConfigurationRuleStore(db, outbox),
    salesChannels: createSalesChannelStore(db, outbox),
    stockLocations: createStockLocationStore(db, outbox),
    fulfillmentSets: createFulfillmentSetStore(db, outbox, logger),
    fulfillmentProviders: createFulfillmentProviderStore(db),
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
}
