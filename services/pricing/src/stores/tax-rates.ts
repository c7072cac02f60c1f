import { listTaxRates, searchOf, taxRateCreated, taxRateDeleted, taxRateUpdated } from '@souk/contracts'
import { adoptRecords, createRecords, type EventRelay, indexesOf, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { TaxRateRecord } from '../domain/tax/tax-records.ts'

const searched = searchOf(listTaxRates)

/** Rates with their rules; each region has at most one default rate. */
export function createTaxRateStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<TaxRateRecord>>('tax_rates')
  const rates = createRecords<TaxRateRecord>(collection, {
    noun: 'Tax rate',
    idPrefix: 'txr',
    missing: (id) => `Tax rate with id "${id}" not found`,
    searched,
    indexes: [
      {
        key: { tax_region_id: 1 },
        name: 'one_default',
        unique: true,
        partialFilterExpression: { is_default: true, deleted_at: null },
      },
      { key: { tax_region_id: 1, deleted_at: 1 }, name: 'of_region' },
      ...indexesOf(listTaxRates, { except: ['tax_region_id'] }),
    ],
    events: { created: taxRateCreated, updated: taxRateUpdated, deleted: taxRateDeleted },
    outbox,
  })

  return {
    ...rates,

    async ensureIndexes() {
      await adoptRecords(collection, { missing: { metadata: null, created_by: null }, searched })
      await rates.ensureIndexes()
    },

    /** Those that are not deleted, oldest first. */
    async listOfRegions(regionIds: readonly string[], deadline: number): Promise<TaxRateRecord[]> {
      return regionIds.length === 0 ? [] : rates.list({ tax_region_id: { $in: [...regionIds] } }, deadline)
    },
  }
}
