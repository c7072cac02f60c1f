import { demonstrationId, FIRST_STORE_ID } from '@souk/contracts'
import type { Db } from 'mongodb'
import { createFulfillmentSetStore } from '../../services/pricing/src/stores/fulfillment-sets.ts'
import type { ProductImportRecord } from '../../services/pricing/src/stores/product-imports.ts'
import { createShippingProfileStore } from '../../services/pricing/src/stores/shipping-profiles.ts'
import { createStoreStore } from '../../services/pricing/src/stores/stores.ts'
import {
  seededAttributes,
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
import { seededConfigurationRules } from './configuration-rules.ts'
import type { SeedContext } from './context.ts'
import { seededExport } from './exports.ts'
import { ids, seededId } from './ids.ts'
import { insertMissing } from './insert-missing.ts'
import { seededReservations, sellersShippingProfiles, shippingProfile, spareShippingProfile } from './product-parts.ts'
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
  seededForeignSet,
  seededFulfillmentSet,
  seededKiosk,
  seededShippingOptions,
  seededShippingOptionTypes,
  seededStockLocation,
  seededStore,
  seededStoreSets,
} from './shipping.ts'

/** The catalogue with its prices. Adds missing records; existing ones stay as they are. */
export async function seedPricing(db: Db, context?: SeedContext): Promise<void> {
  // Names that were unique among all owners in earlier versions are so among the records of each owner.
  await Promise.all([createFulfillmentSetStore(db).ensureIndexes(), createShippingProfileStore(db).ensureIndexes()])
  const records = {
    sales_channels: [seededSalesChannel],
    regions: [seededRegion, seededUsRegion, seededExampleRegion],
    tax_regions: seededTaxRegions,
    tax_rates: seededTaxRates,
    price_preferences: seededPricePreferences,
    configuration_rules: seededConfigurationRules,
    stock_locations: [seededStockLocation, seededStore, seededForeignLocation, seededKiosk],
    fulfillment_sets: [seededFulfillmentSet, ...seededStoreSets, seededForeignSet],
    shipping_option_types: seededShippingOptionTypes,
    shipping_options: seededShippingOptions,
    category_trees: [{ id: 'product_categories', categories: seededCategories }],
    product_attributes: seededAttributes,
    product_types: seededTypes,
    product_tags: seededTags,
    product_collections: seededCollections,
    product_options: seededOptions,
    product_imports: [seededImport(context?.now ?? new Date().toISOString())],
    product_exports: [seededExport('pexp', context?.now ?? new Date().toISOString())],
    inventory_item_exports: [seededExport('iexp', context?.now ?? new Date().toISOString())],
    shipping_profiles: [shippingProfile, spareShippingProfile, ...sellersShippingProfiles],
    products: seededProducts,
    reservations: seededReservations,
    price_lists: seededPriceLists,
    prices: [...seededBasePrices, ...seededListPrices], // old ones without a list would be removed
  }
  await insertMissing(db, records, context?.leftOut)
  const stores = createStoreStore(db)
  await stores.ensureFirst()
  await stores.fillIn(FIRST_STORE_ID, {
    name: 'Souk Market',
    default_sales_channel_id: ids.sales_channel,
    supported_currencies: [currency(1, 'eur', true), currency(2, 'usd', false)],
  })
}

/** An empty one; imports and exports go away when they are a week old. */
const seededImport = (now: string): ProductImportRecord => ({
  id: demonstrationId('pimp', 1),
  originalname: 'products.csv',
  status: 'waiting',
  to_create: 0,
  to_update: 0,
  created: 0,
  updated: 0,
  failed: 0,
  errors: [],
  finished_at: null,
  taken_until: 0,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})

const currency = (n: number, currency_code: string, is_default: boolean) => ({
  id: seededId('stocur', n),
  currency_code,
  is_default,
  ...seededDates,
})
