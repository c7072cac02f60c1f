import { TAX_RATE_SEARCH, taxRateCreated, taxRateDeleted, taxRateUpdated } from '@souk/contracts'
import {
  createRecords,
  type EventRelay,
  fromDocument,
  listIndexes,
  type Stored,
  timeLeft,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import type { TaxRateRecord } from '../domain/tax/tax-records.ts'
import { completeOlder } from './older-records.ts'

const searched = { inside: TAX_RATE_SEARCH }

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
      ...listIndexes(['is_default', 'name', 'code', 'rate', 'updated_at']),
    ],
    events: { created: taxRateCreated, updated: taxRateUpdated, deleted: taxRateDeleted },
    outbox,
  })

  return {
    ...rates,

    async ensureIndexes() {
      await completeOlder(collection, searched, { metadata: null, created_by: null })
      await rates.ensureIndexes()
    },

    /** Living ones, oldest first. */
    async listOfRegions(regionIds: readonly string[], deadline: number): Promise<TaxRateRecord[]> {
      if (regionIds.length === 0) return []
      const options = { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) }
      const found = collection.find({ tax_region_id: { $in: [...regionIds] }, deleted_at: null } as never, options)
      return (await found.sort({ created_at: 1, _id: 1 }).toArray()).map((document) => fromDocument<TaxRateRecord>(document))
    },
  }
}
