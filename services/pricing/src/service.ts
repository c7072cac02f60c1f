import type { Service } from '@souk/runtime'
import { relatedProducts } from './answers/related-products.ts'
import { removeUnlisted } from './background/remove-unlisted.ts'
import { PricingConfig } from './config.ts'
import type { Deps } from './deps.ts'
import type { ListedPrices } from './domain/price-lists/price-list.ts'
import { visibleTo } from './domain/products/visible-catalogue.ts'
import { collectionHandlers } from './operations/collections/handlers.ts'
import { currencyHandlers } from './operations/currencies/handlers.ts'
import { paymentProviderHandlers } from './operations/payment-providers/handlers.ts'
import { priceListHandlers } from './operations/price-lists/handlers.ts'
import { pricePreferenceHandlers } from './operations/price-preferences/handlers.ts'
import { productCategoryHandlers } from './operations/product-categories/handlers.ts'
import { productOptionHandlers } from './operations/product-options/handlers.ts'
import { productTagHandlers } from './operations/product-tags/handlers.ts'
import { productTypeHandlers } from './operations/product-types/handlers.ts'
import { productVariantHandlers } from './operations/product-variants/handlers.ts'
import { productHandlers } from './operations/products/handlers.ts'
import { quoteHandlers } from './operations/quotes/handlers.ts'
import { regionHandlers } from './operations/regions/handlers.ts'
import { salesChannelLookupHandlers } from './operations/sales-channels/handlers.ts'
import { storeHandlers } from './operations/stores/handlers.ts'
import { taxRateHandlers } from './operations/tax-rates/handlers.ts'
import { taxRegionHandlers } from './operations/tax-regions/handlers.ts'
import { createCategoryStore } from './stores/categories.ts'
import { createCollectionStore } from './stores/collections.ts'
import { createPriceListStore } from './stores/price-lists.ts'
import { createPricePreferenceStore } from './stores/price-preferences.ts'
import { createPriceStore } from './stores/prices.ts'
import { createProductOptionStore } from './stores/product-options.ts'
import { createProductTagStore } from './stores/product-tags.ts'
import { createProductTypeStore } from './stores/product-types.ts'
import { createProductStore } from './stores/products.ts'
import { createReferenceStore } from './stores/reference.ts'
import { createRegionStore } from './stores/regions.ts'
import { createShippingProfileStore } from './stores/shipping-profiles.ts'
import { createSingleFlight } from './stores/single-flight.ts'
import { createStoreStore } from './stores/stores.ts'
import { createTaxStore } from './stores/taxes.ts'

/** What anything costs: products and their prices, price lists, shipping prices and taxes. */
export const pricingService: Service<Deps, typeof PricingConfig> = {
  name: 'pricing',
  version: '0.1.0',
  config: PricingConfig,
  handlers: [
    ...currencyHandlers,
    ...paymentProviderHandlers,
    ...priceListHandlers,
    ...pricePreferenceHandlers,
    ...productHandlers,
    ...quoteHandlers,
    ...regionHandlers,
    ...salesChannelLookupHandlers,
    ...storeHandlers,
    ...taxRateHandlers,
    ...taxRegionHandlers,
    ...collectionHandlers,
    ...productCategoryHandlers,
    ...productOptionHandlers,
    ...productTagHandlers,
    ...productTypeHandlers,
    ...productVariantHandlers,
  ],

  async prepare({ db, outbox }) {
    const products = createProductStore(db, outbox)
    const categories = createCategoryStore(db, outbox)
    const collections = createCollectionStore(db, outbox)
    const productTypes = createProductTypeStore(db, outbox)
    const productTags = createProductTagStore(db, outbox)
    const productOptions = createProductOptionStore(db, outbox)
    const shippingProfiles = createShippingProfileStore(db, outbox)
    const prices = createPriceStore(db, outbox)
    const priceLists = createPriceListStore(db, outbox)
    const reference = createReferenceStore(db)
    const regions = createRegionStore(db, outbox)
    const pricePreferences = createPricePreferenceStore(db, outbox)
    const stores = createStoreStore(db, outbox)
    const taxes = createTaxStore(db, outbox)
    const catalogue = { products, collections, productTypes, productTags, productOptions, shippingProfiles }
    const indexed = { ...catalogue, prices, priceLists, reference, regions, pricePreferences, stores, taxes }
    await Promise.all(Object.values(indexed).map((store) => store.ensureIndexes()))
    await stores.ensureFirst()
    return { ...indexed, categories, sharedPrices: createSingleFlight<ListedPrices>() }
  },

  findProducts: (needs, { actor, deadline }, deps) => relatedProducts(visibleTo(actor), deps, deadline)(needs),

  background: ({ prices, priceLists }, { metrics, logger }) => [removeUnlisted({ prices, priceLists, metrics, logger })],
}
