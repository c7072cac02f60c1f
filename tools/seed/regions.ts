import type { Country, PricePreference, Region, SalesChannel } from '@souk/contracts'
import type { TaxRateRecord, TaxRegionRecord } from '../../services/pricing/src/domain/tax/tax-records.ts'
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

/** Nothing is sold there: the examples of the reference delete it, as the last of the records below. */
export const seededExampleRegion: Region = {
  ...seededUsRegion,
  id: ids.example_region,
  name: 'Elsewhere',
  countries: [],
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
const portugal = seededId('txreg', 5)

const made = { metadata: null, created_by: ids.admin, ...seededDates }
const provider_id = 'tp_system'

export const seededTaxRegions: TaxRegionRecord[] = [
  { id: germany, country_code: 'de', province_code: null, parent_id: null, provider_id, ...made },
  { id: france, country_code: 'fr', province_code: null, parent_id: null, provider_id, ...made },
  { id: unitedStates, country_code: 'us', province_code: null, parent_id: null, provider_id, ...made },
  { id: newYork, country_code: 'us', province_code: 'us-ny', parent_id: unitedStates, provider_id: null, ...made },
  { id: portugal, country_code: 'pt', province_code: null, parent_id: null, provider_id, ...made },
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
  ...made,
})

export const seededTaxRates: TaxRateRecord[] = [
  rate(1, germany, 19, 'VAT19', 'VAT'),
  {
    ...rate(2, germany, 7, 'VAT7', 'VAT reduced'),
    is_default: false,
    rules: [
      {
        id: seededId('txrule', 1),
        tax_rate_id: seededId('txr', 2),
        reference: 'product_type',
        reference_id: BOOK_TYPE_ID,
        ...made,
      },
    ],
  },
  rate(3, france, 20, 'TVA20', 'TVA'),
  rate(4, newYork, 8.875, 'NY', 'New York sales tax'),
  { ...rate(5, france, 2.1, 'TVA2', 'TVA on medicine'), is_default: false },
]

const preference = (n: number, attribute: string, value: string): PricePreference => ({
  id: seededId('prpref', n),
  attribute,
  value,
  is_tax_inclusive: false,
  ...seededDates,
})

export const seededPricePreferences: PricePreference[] = [
  preference(1, 'currency_code', 'eur'),
  preference(2, 'currency_code', 'usd'),
  preference(3, 'region_id', ids.region),
  preference(4, 'region_id', ids.us_region),
  preference(5, 'region_id', ids.example_region),
]
