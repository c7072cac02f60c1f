import { FIRST_STORE_ID, listStores, searchOf, storeUpdated } from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf, type Stored, searchWords, toDocument } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { StoreRecord } from '../domain/stores/store.ts'

const searched = searchOf(listStores)
/** Values for a store that has no region and no sales channel yet. */
type Defaults = Partial<Pick<StoreRecord, 'name' | 'default_region_id' | 'default_sales_channel_id' | 'supported_currencies'>>

/** The store records: settings for everything that is sold. */
export function createStoreStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<StoreRecord>>('stores')
  const stores = createRecords<StoreRecord>(collection, {
    noun: 'Store',
    idPrefix: 'store',
    missing: (id) => `Store with id "${id}" not found`,
    searched,
    indexes: indexesOf(listStores),
    events: { updated: storeUpdated },
    outbox,
  })

  return {
    ...stores,

    /** The store whose defaults apply. */
    findFirst: async (deadline: number): Promise<StoreRecord | undefined> => (await stores.list({}, deadline))[0],

    /** Creates the store that clients expect to find, once: it is never overwritten, administrators may change it. */
    async ensureFirst() {
      const at = new Date().toISOString()
      const dates = { created_at: at, updated_at: at, deleted_at: null }
      const { _id, ...first } = toDocument<StoreRecord>(
        {
          id: FIRST_STORE_ID,
          name: 'Souk',
          default_sales_channel_id: null,
          default_region_id: null,
          default_location_id: null,
          metadata: null,
          supported_currencies: [{ id: FIRST_CURRENCY_ID, currency_code: 'eur', is_default: true, ...dates }],
          ...dates,
        },
        { search_words: searchWords({ name: 'Souk' }, searched) },
      )
      await collection.updateOne({ _id }, { $setOnInsert: first as never }, { upsert: true })
    },

    /** Sets the defaults of a store that has no region and no sales channel yet; any other store stays as it is. */
    async fillIn(id: string, defaults: Defaults) {
      const untouched = { _id: id, default_region_id: null, default_sales_channel_id: null }
      const search_words = defaults.name === undefined ? {} : { search_words: searchWords(defaults, searched) }
      await collection.updateOne(untouched, { $set: { ...defaults, ...search_words } as never, $inc: { revision: 1 } as never })
    },
  }
}

export type StoreStore = ReturnType<typeof createStoreStore>

const FIRST_CURRENCY_ID = 'stocur_00000000001ZV1GJK0ZCDH4EP0'
