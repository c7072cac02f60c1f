import {
  forbidden,
  SHIPPING_OPTION_SEARCH,
  shippingOptionCreated,
  shippingOptionDeleted,
  shippingOptionUpdated,
} from '@souk/contracts'
import { createRecords, createShortCache, type EventRelay, listIndexes, NEWEST_OF_SELLER, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { ShippingOptionRecord } from '../domain/shipping-options/shipping-option-record.ts'
import { QUOTED } from './quoted-records.ts'
import { roomOfSeller } from './room-of-seller.ts'

const LOAD_MS = 1000

/** Options with their prices and rules; quotes read the same records, at most half a second old. */
export function createShippingOptionStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<ShippingOptionRecord>>('shipping_options')
  const options = createRecords<ShippingOptionRecord>(collection, {
    noun: 'Shipping option',
    missing: (id) => `Shipping Option with id: ${id} not found`,
    idPrefix: 'so',
    searched: { inside: SHIPPING_OPTION_SEARCH },
    indexes: [
      ...listIndexes(['name', 'updated_at', 'service_zone_id', 'shipping_profile_id', 'provider_id', 'shipping_option_type_id']),
      NEWEST_OF_SELLER,
    ],
    events: { created: shippingOptionCreated, updated: shippingOptionUpdated, deleted: shippingOptionDeleted },
    outbox,
  })
  const cache = createShortCache<ShippingOptionRecord | undefined>(QUOTED)
  type Options = Pick<typeof options, 'update' | 'remove'>

  const forgetting = ({ update, remove }: Options) => ({
    update: (...[id, ...change]: Parameters<Options['update']>) => update(id, ...change).finally(() => cache.forget(id)),
    remove: (...[id, command]: Parameters<Options['remove']>) => remove(id, command).finally(() => cache.forget(id)),
  })

  return {
    ...options,
    ...forgetting(options),

    /** Options of the zones of a seller's locations. Others are refused like missing ones. */
    ofSeller(seller_id: string) {
      const own = options.ownedBy('seller_id', seller_id, forbidden)
      const roomFor = (except: string, deadline: number) => roomOfSeller(collection, { seller_id, except }, deadline)
      return { ...own, ...forgetting(own), roomFor }
    },

    /** The option as quotes see it: up to half a second old if another replica changed it. Undefined: unknown or deleted. */
    recall: (id: string) => cache.get(id, async () => (await options.find(id, Date.now() + LOAD_MS))?.record),
  }
}

export type ShippingOptionStore = ReturnType<typeof createShippingOptionStore>
