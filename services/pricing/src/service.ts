import type { Service } from '@souk/runtime'
import { relatedProducts } from './answers/related-products.ts'
import { removeUnlisted } from './background/remove-unlisted.ts'
import { PricingConfig } from './config.ts'
import type { Deps } from './deps.ts'
import type { ListedPrices } from './domain/price-lists/price-list.ts'
import { visibleTo } from './domain/products/visible-catalogue.ts'
import { currencyHandlers } from './operations/currencies/handlers.ts'
import { paymentProviderHandlers } from './operations/payment-providers/handlers.ts'
import { priceListHandlers } from './operations/price-lists/handlers.ts'
import { pricePreferenceHandlers } from './operations/price-preferences/handlers.ts'
import { productHandlers } from './operations/products/handlers.ts'
import { quoteHandlers } from './operations/quotes/handlers.ts'
import { salesChannelLookupHandlers } from './operations/sales-channels/handlers.ts'
import { regionHandlers } from './operations/regions/handlers.ts'
import { storeHandlers } from './operations/stores/handlers.ts'
import { taxRateHandlers } from './operations/tax-rates/handlers.ts'
import { taxRegionHandlers } from './operations/tax-regions/handlers.ts'
import { createCategoryStore } from './stores/categories.ts'
import { createPriceListStore } from './stores/price-lists.ts'
import { createPricePreferenceStore } from './stores/price-preferences.ts'
import { createPriceStore } from './stores/prices.ts'
import { createProductStore } from './stores/products.ts'
import { createReferenceStore } from './stores/reference.ts'
import { createRegionStore } from './stores/regions.ts'
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
  ],

  async prepare({ db, outbox }) {
    const products = createProductStore(db)
    const categories = createCategoryStore(db)
    const prices = createPriceStore(db, outbox)
    const priceLists = createPriceListStore(db, outbox)
    const reference = createReferenceStore(db)
    const regions = createRegionStore(db, outbox)
    const pricePreferences = createPricePreferenceStore(db, outbox)
    const stores = createStoreStore(db, outbox)
    const taxes = createTaxStore(db, outbox)
    const all = [products, categories, prices, priceLists, reference, regions, pricePreferences, stores, taxes]
    await Promise.all(all.map((store) => store.ensureIndexes()))
    await stores.ensureFirst()
    return {
      products,
      categories,
      prices,
      priceLists,
      reference,
      regions,
      pricePreferences,
      stores,
      taxes,
      sharedPrices: createSingleFlight<ListedPrices>(),
    }
  },

  findProducts: (needs, { actor, deadline }, deps) => relatedProducts(visibleTo(actor), deps, deadline)(needs),

  background: ({ prices, priceLists }, { metrics, logger }) => [removeUnlisted({ prices, priceLists, metrics, logger })],
}
