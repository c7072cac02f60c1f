import type { Region, SalesChannel } from '@souk/contracts'
import { remembered, timeLeft } from '@souk/runtime'
import type { Collection, Db, Document } from 'mongodb'
import type { TaxRate, TaxRegion } from '../domain/choose-tax-rate.ts'
import type { ShippingOptionRecord } from '../domain/shipping-option.ts'
import type { PricePreference } from '../domain/tax-inclusivity.ts'

type Kept<T extends { id: string }> = Omit<T, 'id'> & { _id: string }

export type TaxRegionRecord = TaxRegion & { created_at: string; updated_at: string }
export type TaxRateRecord = TaxRate & { created_at: string; updated_at: string }
export type PricePreferenceRecord = PricePreference & {
  id: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface CountryTaxes {
  regions: TaxRegion[]
  rates: TaxRate[]
}

/** A load is shared by requests with different deadlines, so it has its own. */
const LOAD_MS = 1000

const soon = () => timeLeft(Date.now() + LOAD_MS)
const OLDEST_FIRST = { created_at: 1, _id: 1 } as const
const ALL = 'all'

/** What changes rarely and is read with every quote: kept in memory for one second. */
export function createReferenceStore(db: Db) {
  const regions = db.collection<Kept<Region>>('regions')
  const taxRegions = db.collection<Kept<TaxRegionRecord>>('tax_regions')
  const taxRates = db.collection<Kept<TaxRateRecord>>('tax_rates')
  const preferences = db.collection<Kept<PricePreferenceRecord>>('price_preferences')
  const options = db.collection<Kept<ShippingOptionRecord>>('shipping_options')
  const channels = db.collection<Kept<SalesChannel>>('sales_channels')

  const living = <T extends { id: string }>(collection: Collection<Kept<T>>) =>
    remembered((_all) => listLiving<T>(collection as unknown as Collection<Document>))
  const allRegions = living<Region>(regions)
  const allPreferences = living<PricePreferenceRecord>(preferences)
  const allChannels = living<SalesChannel>(channels)

  const taxesOf = remembered(async (country_code: string): Promise<CountryTaxes> => {
    const found = (await taxRegions.find({ country_code, deleted_at: null }, soon()).toArray()).map(withId<TaxRegion>)
    const rates = await taxRates.find({ tax_region_id: { $in: found.map(({ id }) => id) }, deleted_at: null }, soon()).toArray()
    return { regions: found, rates: rates.map(withId<TaxRate>) }
  })

  const optionOf = remembered(async (id: string): Promise<ShippingOptionRecord | undefined> => {
    const found = await options.findOne({ _id: id, deleted_at: null }, soon())
    return found ? withId<ShippingOptionRecord>(found) : undefined
  })

  return {
    async ensureIndexes() {
      await Promise.all([
        regions.createIndex(OLDEST_FIRST, { name: 'oldest_first' }),
        taxRegions.createIndex({ country_code: 1, province_code: 1 }, { name: 'country' }),
        taxRates.createIndex({ tax_region_id: 1 }, { name: 'tax_region' }),
        preferences.createIndex({ attribute: 1, value: 1 }, { name: 'preference', unique: true }),
        preferences.createIndex(OLDEST_FIRST, { name: 'oldest_first' }),
        channels.createIndex(OLDEST_FIRST, { name: 'oldest_first' }),
      ])
    },

    /** Living regions, the oldest first. */
    listRegions: () => allRegions(ALL),
    listPricePreferences: () => allPreferences(ALL),
    listSalesChannels: () => allChannels(ALL),

    /** Tax regions of a country and its provinces with all their rates; null: none. */
    findTaxes: (countryCode: string | null): Promise<CountryTaxes> =>
      countryCode === null ? Promise.resolve({ regions: [], rates: [] }) : taxesOf(countryCode.toLowerCase()),

    /** Undefined for unknown and deleted options alike. */
    findShippingOption: optionOf,

    async insertMissing(records: ReferenceRecords) {
      await insertAll(regions, records.regions)
      await insertAll(taxRegions, records.tax_regions)
      await insertAll(taxRates, records.tax_rates)
      await insertAll(preferences, records.price_preferences)
      await insertAll(options, records.shipping_options)
      await insertAll(channels, records.sales_channels)
    },
  }
}

export type ReferenceStore = ReturnType<typeof createReferenceStore>

export interface ReferenceRecords {
  regions?: readonly Region[]
  tax_regions?: readonly TaxRegionRecord[]
  tax_rates?: readonly TaxRateRecord[]
  price_preferences?: readonly PricePreferenceRecord[]
  shipping_options?: readonly ShippingOptionRecord[]
  sales_channels?: readonly SalesChannel[]
}

async function listLiving<T extends { id: string }>(collection: Collection<Document>): Promise<T[]> {
  const found = await collection.find({ deleted_at: null }, soon()).sort(OLDEST_FIRST).toArray()
  return found.map((document) => withId<T>(document as unknown as Kept<T>))
}

const withId = <T extends { id: string }>({ _id, ...rest }: Omit<T, 'id'> & { _id: string }): T =>
  ({ id: _id, ...rest }) as unknown as T

async function insertAll<T extends { id: string }>(collection: Collection<Kept<T>>, records: readonly T[] = []) {
  const documents = collection as unknown as Collection<{ _id: string }>
  for (const { id, ...rest } of records) await documents.updateOne({ _id: id }, { $setOnInsert: rest }, { upsert: true })
}
