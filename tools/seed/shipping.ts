import { demonstrationId, type GeoZone, type ShippingOptionType } from '@souk/contracts'
import type { FulfillmentSetRecord } from '../../services/pricing/src/domain/fulfillment-sets/fulfillment-set.ts'
import type { ShippingOptionRecord } from '../../services/pricing/src/domain/shipping-options/shipping-option-record.ts'
import type { StockLocationRecord } from '../../services/pricing/src/domain/stock-locations/stock-location.ts'
import { ids, SEEDED_AT, seededId } from './ids.ts'
import { seededDates } from './records.ts'
import { seededRegion, seededUsRegion } from './regions.ts'

const PROVIDER = 'manual_manual'
const made = { created_at: SEEDED_AT, updated_at: SEEDED_AT }

const address = (id: string, address_1: string): NonNullable<StockLocationRecord['address']> => ({
  id,
  address_1,
  address_2: null,
  company: null,
  city: 'Hamburg',
  country_code: 'de',
  phone: null,
  province: null,
  postal_code: '20457',
  metadata: null,
  ...seededDates,
})

/** Of the seller: serves the channel, and sends to wherever there is a region. */
export const seededStockLocation: StockLocationRecord = {
  id: ids.stock_location,
  name: 'Warehouse',
  address_id: seededId('laddr', 1),
  address: address(seededId('laddr', 1), 'Hafenstr. 1'),
  sales_channel_ids: [ids.sales_channel],
  fulfillment_provider_ids: [PROVIDER],
  seller_id: ids.seller,
  metadata: null,
  ...seededDates,
}

/** Nothing is in stock there yet. */
export const seededStore: StockLocationRecord = {
  ...seededStockLocation,
  id: demonstrationId('sloc', 2),
  name: 'Store',
  address_id: seededId('laddr', 2),
  address: address(seededId('laddr', 2), 'Marktplatz 2'),
  sales_channel_ids: [],
}

/** The location that the reference's example of a seller deletes. */
export const seededKiosk: StockLocationRecord = {
  ...seededStore,
  id: demonstrationId('sloc', 4),
  name: 'Kiosk',
  address_id: seededId('laddr', 4),
  address: address(seededId('laddr', 4), 'Marktplatz 4'),
}

/** Of the other seller, with its stock. */
export const seededForeignLocation: StockLocationRecord = {
  ...seededStockLocation,
  id: ids.foreign_stock_location,
  name: 'Pottery',
  address_id: seededId('laddr', 3),
  address: address(seededId('laddr', 3), 'Am Brennofen 3'),
  seller_id: ids.foreign_seller,
}

const countries = [seededRegion, seededUsRegion].flatMap((region) => region.countries)
const geo_zones = countries.map(
  ({ iso_2 }, at): GeoZone => ({
    id: seededId('fgz', at + 1),
    type: 'country',
    country_code: iso_2,
    province_code: null,
    city: null,
    postal_expression: null,
    service_zone_id: ids.service_zone,
    metadata: null,
    ...seededDates,
  }),
)

export const seededFulfillmentSet: FulfillmentSetRecord = {
  id: ids.fulfillment_set,
  name: 'Shipping',
  type: 'shipping',
  location_id: ids.stock_location,
  service_zones: [
    {
      id: ids.service_zone,
      name: 'Europe and America',
      fulfillment_set_id: ids.fulfillment_set,
      geo_zones,
      metadata: null,
      ...seededDates,
    },
    {
      id: demonstrationId('serzo', 2),
      name: 'Elsewhere',
      fulfillment_set_id: ids.fulfillment_set,
      geo_zones: [],
      metadata: null,
      ...seededDates,
    },
  ],
  seller_id: ids.seller,
  metadata: null,
  ...seededDates,
}

/** Of the store, which ships to no storefront. A seller's examples of the reference delete the second zone and the second set. */
export const seededStoreSets: FulfillmentSetRecord[] = [
  {
    ...seededFulfillmentSet,
    id: demonstrationId('fuset', 3),
    name: 'Courier',
    location_id: seededStore.id,
    service_zones: ['Around the store', 'Across the river'].map((name, at) => ({
      ...seededFulfillmentSet.service_zones[1]!,
      id: demonstrationId('serzo', 3 + at),
      name,
      fulfillment_set_id: demonstrationId('fuset', 3),
    })),
  },
  {
    ...seededFulfillmentSet,
    id: demonstrationId('fuset', 4),
    name: 'Pickup',
    type: 'pickup',
    location_id: seededStore.id,
    service_zones: [],
  },
]

/** Of the other seller. */
export const seededForeignSet: FulfillmentSetRecord = {
  ...seededFulfillmentSet,
  id: ids.foreign_fulfillment_set,
  location_id: ids.foreign_stock_location,
  service_zones: [
    {
      ...seededFulfillmentSet.service_zones[1]!,
      id: ids.foreign_service_zone,
      name: 'Out of town',
      fulfillment_set_id: ids.foreign_fulfillment_set,
    },
  ],
  seller_id: ids.foreign_seller,
}

const type = (id: string, label: string): ShippingOptionType => ({
  id,
  label,
  code: label.toLowerCase().replaceAll(' ', '-'),
  description: null,
  ...seededDates,
})
export const seededShippingOptionTypes: ShippingOptionType[] = [
  type(ids.shipping_option_type, 'Standard'),
  type(seededId('sotype', 2), 'Express'),
]

function option(
  id: string,
  n: number,
  name: string,
  prices: readonly (readonly [currency_code: string, amount: number, region_id?: string])[],
): ShippingOptionRecord {
  return {
    id,
    name,
    price_type: 'flat',
    price_set_id: seededId('pset', 100 + n),
    service_zone_id: ids.service_zone,
    shipping_profile_id: ids.shipping_profile,
    shipping_option_type_id: seededShippingOptionTypes[Math.min(n, 2) - 1]!.id,
    provider_id: PROVIDER,
    data: null,
    rules: [],
    prices: prices.map(([currency_code, amount, region_id], at) => ({
      id: seededId('price', 100 * n + at),
      currency_code,
      amount,
      rules: region_id ? [{ id: seededId('prule', 100 * n + at), attribute: 'region_id', operator: 'eq', value: region_id }] : [],
      ...made,
    })),
    seller_id: ids.seller,
    metadata: null,
    ...seededDates,
  }
}

/** The third one has no price, a seller's example of the reference deletes the fourth, and the last is another seller's. */
export const seededShippingOptions: ShippingOptionRecord[] = [
  option(ids.shipping_option, 1, 'Standard', [
    ['eur', 10],
    ['usd', 12],
    ['eur', 10, ids.region],
  ]),
  option(ids.express_shipping_option, 2, 'Express', [['eur', 15]]),
  option(ids.shipping_option_without_price, 3, 'On request', []),
  {
    ...option(demonstrationId('so', 4), 4, 'Courier', [['eur', 8]]),
    service_zone_id: seededStoreSets[0]!.service_zones[0]!.id,
  },
  {
    ...option(ids.foreign_shipping_option, 5, 'By cart', [['eur', 4]]),
    service_zone_id: seededForeignSet.service_zones[0]!.id,
    seller_id: ids.foreign_seller,
    rules: [{ id: seededId('sorul', 1), attribute: 'enabled_in_store', operator: 'eq', value: 'false', ...made }],
  },
]
