import { listTaxRegions, searchOf, taxRegionCreated, taxRegionDeleted, taxRegionUpdated } from '@souk/contracts'
import {
  adoptRecords,
  createRecords,
  type EventRelay,
  fromDocument,
  indexesOf,
  type Stored,
  timeLeft,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import type { TaxRegionRecord } from '../domain/tax/tax-records.ts'

const searched = searchOf(listTaxRegions)

/** Countries and their provinces; each exists once. */
export function createTaxRegionStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<TaxRegionRecord>>('tax_regions')
  const regions = createRecords<TaxRegionRecord>(collection, {
    noun: 'Tax region',
    idPrefix: 'txreg',
    missing: (id) => `TaxRegion with id "${id}" not found`,
    searched,
    indexes: [
      {
        key: { country_code: 1, province_code: 1 },
        name: 'one_per_province',
        unique: true,
        partialFilterExpression: { deleted_at: null },
      },
      ...indexesOf(listTaxRegions),
    ],
    events: { created: taxRegionCreated, updated: taxRegionUpdated, deleted: taxRegionDeleted },
    outbox,
  })

  /** Living ones, by country and province. */
  async function list(filter: object, deadline: number): Promise<TaxRegionRecord[]> {
    const options = { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) }
    const found = collection.find({ ...filter, deleted_at: null } as never, options).sort({ country_code: 1, province_code: 1 })
    return (await found.toArray()).map((document) => fromDocument<TaxRegionRecord>(document))
  }

  return {
    ...regions,

    async ensureIndexes() {
      await adoptRecords(collection, { missing: { provider_id: null, metadata: null, created_by: null }, searched })
      await regions.ensureIndexes()
    },

    listOfCountry: (country_code: string, deadline: number) => list({ country_code }, deadline),
    listChildren: async (parentIds: readonly string[], deadline: number) =>
      parentIds.length === 0 ? [] : list({ parent_id: { $in: [...parentIds] } }, deadline),
    listByIds: async (ids: readonly string[], deadline: number) =>
      ids.length === 0 ? [] : list({ _id: { $in: [...ids] } }, deadline),
  }
}
