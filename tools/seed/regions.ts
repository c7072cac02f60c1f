import type { Country, Region, SalesChannel } from '@souk/contracts'
import type { ShippingOptionRecord } from '../../services/pricing/src/domain/shipping-option.ts'
import type { PricePreferenceRecord, TaxRateRecord, TaxRegionRecord } from '../../services/pricing/src/stores/reference.ts'
import { ids, seededId } from './ids.ts'
import { seededDates } from './records.ts'

const country = (region_id: string, iso_2: string, iso_3: string, num_code: number, display_name: string): Country => ({
  id: iso_2,
  iso_2,
  iso_3,
  num_code,
  name: display_name.toUpperCase(),
  display_name,
  region_id,
  metadata: null,
  ...seededDates,
})

const payment_providers = [{ id: 'pp_system_default', is_enabled: true }]

export const seededRegion: Region = {
  id: ids.region,
  name: 'Europe',
  currency_code: 'eur',
  automatic_taxes: true,
  countries: [country(ids.region, 'de', 'deu', 276, 'Germany'), country(ids.region, 'fr', 'fra', 250, 'France')],
  payment_providers,
  metadata: null,
  ...seededDates,
}

export const seededUsRegion: Region = {
  id: ids.us_region,
  name: 'United States',
  currency_code: 'usd',
  automatic_taxes: true,
  countries: [country(ids.us_region, 'us', 'usa', 840, 'United States')],
  payment_providers,
  metadata: null,
  ...seededDates,
}

export const seededSalesChannel: SalesChannel = {
  id: ids.sales_channel,
  name: 'Web shop',
  description: 'Where everything is sold',
  is_disabled: false,
  metadata: null,
  ...seededDates,
}

/** Books are taxed less in Germany. */
export const BOOK_TYPE_ID = seededId('ptyp', 2)

const germany = seededId('txreg', 1)
const france = seededId('txreg', 2)
const unitedStates = seededId('txreg', 3)
const newYork = seededId('txreg', 4)

export const seededTaxRegions: TaxRegionRecord[] = [
  { id: germany, country_code: 'de', province_code: null, parent_id: null, ...seededDates },
  { id: france, country_code: 'fr', province_code: null, parent_id: null, ...seededDates },
  { id: unitedStates, country_code: 'us', province_code: null, parent_id: null, ...seededDates },
  { id: newYork, country_code: 'us', province_code: 'us-ny', parent_id: unitedStates, ...seededDates },
]

const rate = (n: number, tax_region_id: string, percent: number, code: string, name: string): TaxRateRecord => ({
  id: seededId('txr', n),
  tax_region_id,
  rate: percent,
  code,
  name,
  is_default: true,
  is_combinable: false,
  rules: [],
  ...seededDates,
})

export const seededTaxRates: TaxRateRecord[] = [
  rate(1, germany, 19, 'VAT19', 'VAT'),
  {
    ...rate(2, germany, 7, 'VAT7', 'VAT reduced'),
    is_default: false,
    rules: [{ reference: 'product_type', reference_id: BOOK_TYPE_ID }],
  },
  rate(3, france, 20, 'TVA20', 'TVA'),
  rate(4, newYork, 8.875, 'NY', 'New York sales tax'),
]

const preference = (n: number, attribute: string, value: string): PricePreferenceRecord => ({
  id: seededId('prpref', n),
  attribute,
  value,
  is_tax_inclusive: false,
  ...seededDates,
})

export const seededPricePreferences: PricePreferenceRecord[] = [
  preference(1, 'currency_code', 'eur'),
  preference(2, 'currency_code', 'usd'),
  preference(3, 'region_id', ids.region),
  preference(4, 'region_id', ids.us_region),
]

const option = (id: string, n: number, name: string): ShippingOptionRecord => ({
  id,
  name,
  price_set_id: seededId('pset', 100 + n),
  provider_id: 'manual_manual',
  data: null,
  seller_id: null,
  metadata: null,
  ...seededDates,
})

export const seededShippingOptions: ShippingOptionRecord[] = [
  option(ids.shipping_option, 1, 'Standard'),
  option(ids.express_shipping_option, 2, 'Express'),
  option(ids.shipping_option_without_price, 3, 'On request'),
]
