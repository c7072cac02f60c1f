import type { Service } from '@souk/runtime'
import { relatedProducts } from './answers/related-products.ts'
import { removeUnlisted } from './background/remove-unlisted.ts'
import { PricingConfig } from './config.ts'
import type { Deps } from './deps.ts'
import type { ListedPrices } from './domain/price-lists/price-list.ts'
import { visibleTo } from './domain/products/visible-catalogue.ts'
import { priceListHandlers } from './operations/price-lists/handlers.ts'
import { productHandlers } from './operations/products/handlers.ts'
import { quoteHandlers } from './operations/quotes/handlers.ts'
import { salesChannelLookupHandlers } from './operations/sales-channels/handlers.ts'
import { createCategoryStore } from './stores/categories.ts'
import { createPriceListStore } from './stores/price-lists.ts'
import { createPriceStore } from './stores/prices.ts'
import { createProductStore } from './stores/products.ts'
import { createReferenceStore } from './stores/reference.ts'
import { createSingleFlight } from './stores/single-flight.ts'

/** What anything costs: products and their prices, price lists, shipping prices and taxes. */
export const pricingService: Service<Deps, typeof PricingConfig> = {
  name: 'pricing',
  version: '0.1.0',
  config: PricingConfig,
  handlers: [...priceListHandlers, ...productHandlers, ...quoteHandlers, ...salesChannelLookupHandlers],

  async prepare({ db, outbox }) {
    const products = createProductStore(db)
    const categories = createCategoryStore(db)
    const prices = createPriceStore(db, outbox)
    const priceLists = createPriceListStore(db, outbox)
    const reference = createReferenceStore(db)
    await Promise.all([products, categories, prices, priceLists, reference].map((store) => store.ensureIndexes()))
    return { products, categories, prices, priceLists, reference, sharedPrices: createSingleFlight<ListedPrices>() }
  },

  findProducts: (needs, { actor, deadline }, deps) => relatedProducts(visibleTo(actor), deps, deadline)(needs),

  background: ({ prices, priceLists }, { metrics, logger }) => [removeUnlisted({ prices, priceLists, metrics, logger })],
}
