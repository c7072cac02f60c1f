import { REGION_SEARCH, type Region, regionCreated, regionDeleted, regionUpdated } from '@souk/contracts'
import { createRecords, type Outbox, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'
import { assignedText } from '../domain/regions/countries.ts'
import { createLivingRecords } from './living-records.ts'
import { completeOlder } from './older-records.ts'

const COUNTRY = 'countries.iso_2'
const searched = { inside: REGION_SEARCH }

/** Regions with their countries: of two that want the same country at once, one gets it. */
export function createRegionStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<Region>>('regions')
  const regions = createRecords<Region>(collection, {
    noun: 'Region',
    idPrefix: 'reg',
    missing: (id, change) => (change ? `Region with id "${id}" not found` : `Region with id: ${id} not found`),
    taken: ({ [COUNTRY]: code }) => (code === undefined ? undefined : assignedText([String(code)])),
    searched,
    indexes: [
      {
        key: { [COUNTRY]: 1 },
        name: 'one_per_country',
        unique: true,
        partialFilterExpression: { deleted_at: null, [COUNTRY]: { $type: 'string' } },
      },
      { key: { search_words: 1 }, name: 'words' },
      ...['name', 'currency_code', 'updated_at'].map((field) => ({
        key: { deleted_at: 1, [field]: 1, _id: 1 },
        name: `by_${field}`,
      })),
    ],
    events: { created: regionCreated, updated: regionUpdated, deleted: regionDeleted },
    outbox,
  })
  const living = createLivingRecords(collection)

  return {
    ...regions,
    create: living.forgetting(regions.create),
    update: living.forgetting(regions.update),
    remove: living.forgetting(regions.remove),

    async ensureIndexes() {
      await completeOlder(collection, searched)
      await regions.ensureIndexes()
    },

    /**
     * As quotes and storefronts read them: all living regions, the oldest first, at most a second old; the one that is named
     * among them.
     */
    listWith: living.listWith,
  }
}

export type RegionStore = ReturnType<typeof createRegionStore>
