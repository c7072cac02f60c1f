import {
  SHIPPING_PROFILE_SEARCH,
  type ShippingProfile,
  shippingProfileCreated,
  shippingProfileDeleted,
  shippingProfileUpdated,
} from '@souk/contracts'
import type { EventRelay } from '@souk/runtime'
import type { Db } from 'mongodb'
import { createCatalogueRecords } from './catalogue-records.ts'

/** Shipping profiles; products name theirs by id. */
export const createShippingProfileStore = (db: Db, outbox?: EventRelay) =>
  createCatalogueRecords<ShippingProfile>(db, 'shipping_profiles', {
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

export type ShippingProfileStore = ReturnType<typeof createShippingProfileStore>
