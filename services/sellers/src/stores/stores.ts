import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { StoreRecord } from '../domain/store.ts'

type Document = Omit<StoreRecord, 'id'> & { _id: string }
/** What a store has no use of its own for. */
type Defaults = Partial<Pick<StoreRecord, 'name' | 'default_region_id' | 'default_sales_channel_id' | 'supported_currencies'>>

const MOST = 100

/** The records of the store: what holds for everything that is sold. */
export function createStoreStore(db: Db) {
  const collection = db.collection<Document>('stores')

  return {
    async ensureIndexes() {
      await collection.createIndex({ created_at: -1, _id: -1 }, { name: 'newest_first' })
    },

    /** Newest first. */
    async list(deadline: number): Promise<StoreRecord[]> {
      const found = collection.find({}, { sort: { created_at: -1, _id: -1 }, limit: MOST, ...timeLeft(deadline) })
      return (await found.toArray()).map(({ _id, ...rest }) => ({ id: _id, ...rest }))
    },

    /** Adds the store unless there is one with its id. */
    async insertMissing({ id, ...rest }: StoreRecord) {
      await collection.updateOne({ _id: id }, { $setOnInsert: rest }, { upsert: true })
    },

    /** Sets what nobody has set yet: a store that has a region or a sales channel of its own stays as it is. */
    async fillIn(id: string, defaults: Defaults) {
      await collection.updateOne({ _id: id, default_region_id: null, default_sales_channel_id: null }, { $set: defaults })
    },
  }
}

export type StoreStore = ReturnType<typeof createStoreStore>
