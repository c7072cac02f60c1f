import type { Db } from 'mongodb'
import { createCategoryStore } from '../../services/pricing/src/stores/categories.ts'
import { createPriceListStore } from '../../services/pricing/src/stores/price-lists.ts'
import { createPriceStore } from '../../services/pricing/src/stores/prices.ts'
import { createProductStore } from '../../services/pricing/src/stores/products.ts'
import { createReferenceStore } from '../../services/pricing/src/stores/reference.ts'
import type { SeedSecrets } from '../start/secrets.ts'
import { seededBasePrices, seededCategories, seededListPrices, seededPriceLists, seededProducts } from './catalogue.ts'
import {
  seededPricePreferences,
  seededRegion,
  seededSalesChannel,
  seededShippingOptions,
  seededTaxRates,
  seededTaxRegions,
  seededUsRegion,
} from './regions.ts'

/** The catalogue with what it costs where. Adds what is missing and leaves what is there. */
export async function seedPricing(db: Db, _context?: { secrets: SeedSecrets; now: string }): Promise<void> {
  const products = createProductStore(db)
  const categories = createCategoryStore(db)
  const prices = createPriceStore(db)
  const priceLists = createPriceListStore(db)
  const reference = createReferenceStore(db)
  await Promise.all([products, categories, prices, priceLists, reference].map((store) => store.ensureIndexes()))
  await reference.insertMissing({
    sales_channels: [seededSalesChannel],
    regions: [seededRegion, seededUsRegion],
    tax_regions: seededTaxRegions,
    tax_rates: seededTaxRates,
    price_preferences: seededPricePreferences,
    shipping_options: seededShippingOptions,
  })
  await categories.insertMissing(seededCategories)
  await products.insertMissing(seededProducts)
  await priceLists.insertMissing(seededPriceLists)
  await prices.insertMissing([...seededBasePrices, ...seededListPrices]) // old ones without a list would be removed
}
