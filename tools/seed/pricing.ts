import { FIRST_STORE_ID } from '@souk/contracts'
import type { Db } from 'mongodb'
import { createStoreStore } from '../../services/pricing/src/stores/stores.ts'
import type { SeedSecrets } from '../start/secrets.ts'
import {
  seededBasePrices,
  seededCategories,
  seededCollections,
  seededListPrices,
  seededOptions,
  seededPriceLists,
  seededProducts,
  seededTags,
  seededTypes,
} from './catalogue.ts'
import { ids, seededId } from './ids.ts'
import { insertMissing } from './insert-missing.ts'
import { seededReservation, shippingProfile } from './product-parts.ts'
import { seededDates } from './records.ts'
import {
  seededExampleRegion,
  seededPricePreferences,
  seededRegion,
  seededSalesChannel,
  seededTaxRates,
  seededTaxRegions,
  seededUsRegion,
} from './regions.ts'
import {
  seededForeignLocation,
  seededFulfillmentSet,
  seededShippingOptions,
  seededShippingOptionTypes,
  seededStockLocation,
  seededStore,
} from './shipping.ts'

/** The catalogue with what it costs where. Adds what is missing and leaves what is there. */
export async function seedPricing(db: Db, _context?: { secrets: SeedSecrets; now: string }): Promise<void> {
  await insertMissing(db, {
    sales_channels: [seededSalesChannel],
    regions: [seededRegion, seededUsRegion, seededExampleRegion],
    tax_regions: seededTaxRegions,
    tax_rates: seededTaxRates,
    price_preferences: seededPricePreferences,
    stock_locations: [seededStockLocation, seededStore, seededForeignLocation],
    fulfillment_sets: [seededFulfillmentSet],
    shipping_option_types: seededShippingOptionTypes,
    shipping_options: seededShippingOptions,
    category_trees: [{ id: 'product_categories', categories: seededCategories }],
    product_types: seededTypes,
    product_tags: seededTags,
    product_collections: seededCollections,
    product_options: seededOptions,
    shipping_profiles: [shippingProfile],
    products: seededProducts,
    reservations: [seededReservation],
    price_lists: seededPriceLists,
    prices: [...seededBasePrices, ...seededListPrices], // old ones without a list would be removed
  })
  const stores = createStoreStore(db)
  await stores.ensureFirst()
  await stores.fillIn(FIRST_STORE_ID, {
    name: 'Souk Market',
    default_region_id: ids.region,
    default_sales_channel_id: ids.sales_channel,
    supported_currencies: [currency(1, 'eur', true), currency(2, 'usd', false)],
  })
}

const currency = (n: number, currency_code: string, is_default: boolean) => ({
  id: seededId('stocur', n),
  currency_code,
  is_default,
  ...seededDates,
})
