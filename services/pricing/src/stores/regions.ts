import { listRegions, type Region, regionCreated, regionDeleted, regionUpdated, searchOf } from '@souk/contracts'
import { adoptRecords, createRecords, type EventRelay, indexesOf, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { assignedText } from '../domain/regions/countries.ts'
import { createLivingRecords } from './living-records.ts'

const COUNTRY = 'countries.iso_2'
const searched = searchOf(listRegions)

/** Regions with their countries: if two regions claim the same country at once, one gets it. */
export function createRegionStore(db: Db, outbox?: EventRelay) {
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
      ...indexesOf(listRegions),
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
      await adoptRecords(collection, { missing: {}, searched })
      await regions.ensureIndexes()
    },

    /** Those of these countries that other regions have, ordered by code. */
    async listTaken(codes: readonly string[], region_id: string, deadline: number): Promise<string[]> {
      if (codes.length === 0) return []
      const others = { deleted_at: null, [COUNTRY]: { $in: codes }, _id: { $ne: region_id } }
      const found = collection.find(others as never, { projection: { [COUNTRY]: 1 }, ...timeLeft(deadline) })
      const taken = new Set((await found.toArray()).flatMap(({ countries }) => countries.map(({ iso_2 }) => iso_2)))
      return codes.filter((code) => taken.has(code)).toSorted()
    },

    /**
     * Regions as quotes and storefronts read them: all living ones, oldest first, at most half a second old; the named one is
     * always included if it exists.
     */
    listWith: living.listWith,

    /**
     * Their records, for a caller that may have a copy of the named region: then one that is not among them is taken for deleted,
     * instead of being looked for with a query.
     */
    async listFor({ region_id, region_copy }: { region_id: string | null; region_copy?: unknown }): Promise<Region[]> {
      return (await living.listWith(region_copy ? null : region_id)).map(({ record }) => record)
    },
  }
}

export type RegionStore = ReturnType<typeof createRegionStore>
