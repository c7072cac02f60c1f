import {
  forbidden,
  type ListQuery,
  listShippingProfiles,
  shippingProfileCreated,
  shippingProfileDeleted,
  shippingProfileUpdated,
} from '@souk/contracts'
import { type EventRelay, type FoundRecord, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { isFor, ownerOf, type ShippingProfileRecord } from '../domain/shipping-profiles/shipping-profile.ts'
import { createCatalogueRecords } from './catalogue-records.ts'
import { roomOfSeller } from './room-of-seller.ts'

/** Shipping profiles of the marketplace and of sellers; products and shipping options refer to theirs by id. */
export function createShippingProfileStore(db: Db, outbox?: EventRelay) {
  const records = createCatalogueRecords<ShippingProfileRecord>(db, 'shipping_profiles', {
    noun: 'Shipping profile',
    entity: 'ShippingProfile',
    missingAlike: true,
    idPrefix: 'sp',
    list: listShippingProfiles,
    unique: 'name',
    ofSellers: true,
    events: { created: shippingProfileCreated, updated: shippingProfileUpdated, deleted: shippingProfileDeleted },
    outbox,
  })
  const collection = db.collection<Stored<ShippingProfileRecord>>('shipping_profiles')
  const standard = { seller_id: null, type: 'default', deleted_at: null } as const

  return {
    ...records,

    /** The id of the marketplace's oldest living one of type `default`; null where there is none. */
    async findDefaultId(deadline: number): Promise<string | null> {
      const oldest = { projection: { _id: 1 }, sort: { created_at: 1, _id: 1 }, ...timeLeft(deadline) } as const
      return (await collection.findOne(standard, oldest))?._id ?? null
    },

    /**
     * A seller reads the marketplace's profiles and its own, and changes its own. Those of other sellers are refused like missing
     * ones.
     */
    ofSeller(seller_id: string) {
      const own = records.ownedBy('seller_id', seller_id, forbidden)

      /** The owner of a profile never changes. @throws forbidden */
      async function assertNotShared(id: string, deadline: number) {
        const found = await records.find(id, deadline)
        if (found && ownerOf(found.record) === null) throw forbidden('Only the marketplace can change its shipping profiles')
      }

      return {
        create: own.create,
        async get(id: string, deadline: number): Promise<FoundRecord<ShippingProfileRecord>> {
          const found = await records.find(id, deadline)
          if (!found || !isFor(found.record, seller_id)) throw forbidden()
          return found
        },
        page: <Shown>(
          query: ListQuery,
          deadline: number,
          show: (profiles: readonly ShippingProfileRecord[], until: number) => Promise<readonly Shown[]>,
        ) => records.page<Shown>(query, deadline, show, { seller_id: { $in: [seller_id, null] } }),
        async update(...[id, command, ...change]: Parameters<typeof own.update>) {
          await assertNotShared(id, command.deadline)
          return own.update(id, command, ...change)
        },
        async remove(...[id, command, ...removal]: Parameters<typeof own.remove>) {
          await assertNotShared(id, command.deadline)
          return own.remove(id, command, ...removal)
        },
        roomFor: (except: string, deadline: number) => roomOfSeller(collection, { seller_id, except }, deadline),
      }
    },
  }
}

export type ShippingProfileStore = ReturnType<typeof createShippingProfileStore>
