import {
  SHIPPING_PROFILE_SEARCH,
  type ShippingProfile,
  shippingProfileCreated,
  shippingProfileDeleted,
  shippingProfileUpdated,
} from '@souk/contracts'
import { type EventRelay, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { createCatalogueRecords } from './catalogue-records.ts'

/** Shipping profiles; products refer to theirs by id. */
export function createShippingProfileStore(db: Db, outbox?: EventRelay) {
  const records = createCatalogueRecords<ShippingProfile>(db, 'shipping_profiles', {
    noun: 'Shipping profile',
    entity: 'ShippingProfile',
    missing_alike: true,
    idPrefix: 'sp',
    searched: SHIPPING_PROFILE_SEARCH,
    unique: 'name',
    sorted: ['type'],
    events: { created: shippingProfileCreated, updated: shippingProfileUpdated, deleted: shippingProfileDeleted },
    outbox,
  })
  const collection = db.collection<Stored<ShippingProfile>>('shipping_profiles')
  const standard = { type: 'default', deleted_at: null } as const

  return {
    ...records,

    /** The id of the oldest living one of type `default`; null where there is none. */
    async findDefaultId(deadline: number): Promise<string | null> {
      const oldest = { projection: { _id: 1 }, sort: { created_at: 1, _id: 1 }, ...timeLeft(deadline) } as const
      return (await collection.findOne(standard, oldest))?._id ?? null
    },
  }
}

export type ShippingProfileStore = ReturnType<typeof createShippingProfileStore>
