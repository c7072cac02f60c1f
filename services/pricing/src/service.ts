import type { Service } from '@souk/runtime'
import { PricingConfig } from './config.ts'
import type { Deps } from './deps.ts'
import type { ListedPrices } from './domain/price-list.ts'
import { createPriceList } from './operations/create-price-list.ts'
import { createPriceListPrice } from './operations/create-price-list-price.ts'
import { findProducts } from './operations/find-products.ts'
import { getPriceList } from './operations/get-price-list.ts'
import { listPriceLists } from './operations/list-price-lists.ts'
import { quote } from './operations/quote.ts'
import { quoteShippingOption } from './operations/quote-shipping-option.ts'
import { removeUnlisted } from './remove-unlisted.ts'
import { createSharedReads } from './shared-reads.ts'
import { createCategoryStore } from './stores/categories.ts'
import { createPriceListStore } from './stores/price-lists.ts'
import { createPriceStore } from './stores/prices.ts'
import { createProductStore } from './stores/products.ts'
import { createReferenceStore } from './stores/reference.ts'

/** What anything costs: products and their prices, price lists, shipping prices and taxes. */
export const pricingService: Service<Deps, typeof PricingConfig> = {
  name: 'pricing',
  version: '0.1.0',
  config: PricingConfig,
  handlers: [createPriceList, createPriceListPrice, findProducts, getPriceList, listPriceLists, quote, quoteShippingOption],

  async prepare({ db, outbox }) {
    const products = createProductStore(db)
    const categories = createCategoryStore(db)
    const prices = createPriceStore(db, outbox)
    const priceLists = createPriceListStore(db, outbox)
    const reference = createReferenceStore(db)
    await Promise.all([products, categories, prices, priceLists, reference].map((store) => store.ensureIndexes()))
    return { products, categories, prices, priceLists, reference, sharedPrices: createSharedReads<ListedPrices>() }
  },

  background: ({ prices, priceLists }, { metrics, logger }) => [removeUnlisted({ prices, priceLists, metrics, logger })],
}
