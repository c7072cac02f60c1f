import { forbidden, fulfillmentSetCreated, fulfillmentSetDeleted, fulfillmentSetUpdated, invalidData } from '@souk/contracts'
import { createRecords, type EventRelay, type Logger, NEWEST_OF_SELLER, type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Db } from 'mongodb'
import { type FulfillmentSetRecord, zoneNameTaken } from '../domain/fulfillment-sets/fulfillment-set.ts'
import { adoptOwners } from './adopt-owners.ts'
import { roomOfSeller } from './room-of-seller.ts'

const ZONE_NAME = 'service_zones.name'
const living = { unique: true, partialFilterExpression: { deleted_at: null } }
/** Indexes from before sellers could create sets: names were unique among all. */
const FORMER_INDEXES = ['one_per_name', 'one_per_zone_name']

/** Fulfillment sets with their service zones: names of either are unique per owner. */
export function createFulfillmentSetStore(db: Db, outbox?: EventRelay, logger?: Pick<Logger, 'warn'>) {
  const collection = db.collection<Stored<FulfillmentSetRecord>>('fulfillment_sets')
  const records = createRecords<FulfillmentSetRecord>(collection, {
    noun: 'Fulfillment set',
    missing: (id) => `FulfillmentSet with id: ${id} was not found`,
    taken: (values) => (ZONE_NAME in values ? zoneNameTaken(values[ZONE_NAME]) : setNameTaken(values.name)),
    idPrefix: 'fuset',
    indexes: [
      { key: { seller_id: 1, name: 1 }, name: 'one_per_name_of_owner', ...living },
      {
        key: { seller_id: 1, [ZONE_NAME]: 1 },
        name: 'one_per_zone_name_of_owner',
        unique: true,
        partialFilterExpression: { deleted_at: null, [ZONE_NAME]: { $exists: true } },
      },
      NEWEST_OF_SELLER,
      { key: { location_id: 1 }, name: 'of_location' },
      { key: { 'service_zones.id': 1 }, name: 'of_zone' },
    ],
    formerIndexes: FORMER_INDEXES,
    events: { created: fulfillmentSetCreated, updated: fulfillmentSetUpdated, deleted: fulfillmentSetDeleted },
    outbox,
  })

  return {
    ...records,

    async ensureIndexes() {
      await adoptOwners(collection, db.collection('stock_locations'), logger)
      await records.ensureIndexes()
    },

    /** Sets of a seller's locations. Others, including those of the marketplace, are refused like missing ones. */
    ofSeller: (seller_id: string) => ({
      ...records.ownedBy('seller_id', seller_id, forbidden),
      ...readsOfDeleted(collection, { seller_id }),
      roomFor: (except: string, deadline: number) => roomOfSeller(collection, { seller_id, except }, deadline),
    }),

    ...readsOfDeleted(collection, {}),
  }
}

/** Reads that include deleted sets. @param owned a condition that all of them meet */
function readsOfDeleted(collection: Collection<Stored<FulfillmentSetRecord>>, owned: { seller_id?: string }) {
  const list = (filter: object, projection: object, deadline: number) =>
    collection.find({ ...filter, ...owned }, { projection, ...timeLeft(deadline) }).toArray()
  return {
    /** The ids of all sets that a location ever had. */
    async listIdsOfLocation(location_id: string, deadline: number): Promise<string[]> {
      return (await list({ location_id }, { _id: 1 }, deadline)).map(({ _id }) => String(_id))
    },

    /** The ids of the zones of a set; for a deleted one, those that it had. */
    async listZoneIds(id: string, deadline: number): Promise<string[]> {
      const sets = await list({ _id: id }, { 'service_zones.id': 1 }, deadline)
      return sets.flatMap(({ service_zones }) => service_zones.map((zone) => zone.id))
    },
  }
}

const setNameTaken = (name: unknown) => invalidData(`Fulfillment set with name: ${name}, already exists.`)

export type FulfillmentSetStore = ReturnType<typeof createFulfillmentSetStore>
