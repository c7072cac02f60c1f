import { fulfillmentSetCreated, fulfillmentSetDeleted, fulfillmentSetUpdated } from '@souk/contracts'
import { createRecords, type EventRelay, onePer, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { type FulfillmentSetRecord, zoneNameTaken } from '../domain/fulfillment-sets/fulfillment-set.ts'

const ZONE_NAME = 'service_zones.name'

/** Fulfillment sets with their service zones: no two of either have the same name. */
export function createFulfillmentSetStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<FulfillmentSetRecord>>('fulfillment_sets')
  const records = createRecords<FulfillmentSetRecord>(collection, {
    noun: 'Fulfillment set',
    missing: (id) => `FulfillmentSet with id: ${id} was not found`,
    taken: (values) => (ZONE_NAME in values ? zoneNameTaken(values[ZONE_NAME]).message : undefined),
    idPrefix: 'fuset',
    indexes: [
      onePer('name'),
      {
        key: { [ZONE_NAME]: 1 },
        name: 'one_per_zone_name',
        unique: true,
        partialFilterExpression: { deleted_at: null, [ZONE_NAME]: { $exists: true } },
      },
      { key: { location_id: 1 }, name: 'of_location' },
      { key: { 'service_zones.id': 1 }, name: 'of_zone' },
    ],
    events: { created: fulfillmentSetCreated, updated: fulfillmentSetUpdated, deleted: fulfillmentSetDeleted },
    outbox,
  })

  return {
    ...records,
    /** The ids of all sets that a location ever had, also of deleted ones. */
    async listIdsOfLocation(location_id: string, deadline: number): Promise<string[]> {
      const options = { projection: { _id: 1 }, ...timeLeft(deadline) } as const
      return (await collection.find({ location_id } as object, options).toArray()).map(({ _id }) => String(_id))
    },
  }
}

export type FulfillmentSetStore = ReturnType<typeof createFulfillmentSetStore>
