import {
  forbidden,
  listShippingOptions,
  searchOf,
  shippingOptionCreated,
  shippingOptionDeleted,
  shippingOptionUpdated,
} from '@souk/contracts'
import {
  createRecords,
  type EventRelay,
  findAll,
  fromDocument,
  indexesOf,
  NEWEST_OF_SELLER,
  type Stored,
  WITHOUT_INTERNALS,
  withRecall,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import type { ShippingOptionRecord } from '../domain/shipping-options/shipping-option-record.ts'
import { QUOTED } from './quoted-records.ts'
import { roomOfSeller } from './room-of-seller.ts'

/** So many options are considered for a parcel of an order without a shipping method. */
const MAX_OLDEST = 100

/** Options with their prices and rules; quotes read the same records, at most half a second old. */
export function createShippingOptionStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<ShippingOptionRecord>>('shipping_options')
  const options = createRecords<ShippingOptionRecord>(collection, {
    noun: 'Shipping option',
    missing: (id) => `Shipping Option with id: ${id} not found`,
    idPrefix: 'so',
    searched: searchOf(listShippingOptions),
    indexes: [...indexesOf(listShippingOptions), NEWEST_OF_SELLER],
    events: { created: shippingOptionCreated, updated: shippingOptionUpdated, deleted: shippingOptionDeleted },
    outbox,
  })
  const recalled = withRecall<ShippingOptionRecord>(options, QUOTED)

  return {
    ...recalled,

    /** The first ones that the marketplace itself made, oldest first; without those that sellers made. */
    async listOldest(deadline: number): Promise<ShippingOptionRecord[]> {
      const filter = { seller_id: null, deleted_at: null }
      const query = { filter, projection: WITHOUT_INTERNALS, sort: { created_at: 1, _id: 1 }, limit: MAX_OLDEST } as const
      return (await findAll(collection, query, deadline)).map((document) => fromDocument<ShippingOptionRecord>(document))
    },

    /** Options of the zones of a seller's locations. Others are refused like missing ones. */
    ofSeller(seller_id: string) {
      const roomFor = (except: string, deadline: number) => roomOfSeller(collection, { seller_id, except }, deadline)
      return { ...recalled.ownedBy('seller_id', seller_id, forbidden), roomFor }
    },
  }
}

export type ShippingOptionStore = ReturnType<typeof createShippingOptionStore>
