import type { SalesChannel } from '@souk/contracts'
import { memoized, timeLeft } from '@souk/runtime'
import type { Collection, Db, Document } from 'mongodb'
import type { ShippingOptionRecord } from '../domain/quotes/shipping-option.ts'

type Kept<T extends { id: string }> = Omit<T, 'id'> & { _id: string }

/** A load is shared by requests with different deadlines, so it has its own. */
const LOAD_MS = 1000

const soon = () => timeLeft(Date.now() + LOAD_MS)
const OLDEST_FIRST = { created_at: 1, _id: 1 } as const
const ALL = 'all'

/** What changes rarely and is read with every quote: kept in memory for one second. */
export function createReferenceStore(db: Db) {
  const options = db.collection<Kept<ShippingOptionRecord>>('shipping_options')
  const channels = db.collection<Kept<SalesChannel>>('sales_channels')

  const living = <T extends { id: string }>(collection: Collection<Kept<T>>) =>
    memoized((_all) => listLiving<T>(collection as unknown as Collection<Document>))
  const allChannels = living<SalesChannel>(channels)

  const optionOf = memoized(async (id: string): Promise<ShippingOptionRecord | undefined> => {
    const found = await options.findOne({ _id: id, deleted_at: null }, soon())
    return found ? withId<ShippingOptionRecord>(found) : undefined
  })

  return {
    async ensureIndexes() {
      await Promise.all([channels.createIndex(OLDEST_FIRST, { name: 'oldest_first' })])
    },

    /** Living ones, the oldest first. */
    listSalesChannels: () => allChannels(ALL),

    /** Those of these that are there, as they are now. */
    async findSalesChannels(ids: readonly string[], deadline: number): Promise<SalesChannel[]> {
      const found = await channels.find({ _id: { $in: [...ids] }, deleted_at: null }, timeLeft(deadline)).toArray()
      return found.map(withId<SalesChannel>)
    },

    /** Undefined for unknown and deleted options alike. */
    findShippingOption: optionOf,
  }
}

export type ReferenceStore = ReturnType<typeof createReferenceStore>

async function listLiving<T extends { id: string }>(collection: Collection<Document>): Promise<T[]> {
  const found = await collection.find({ deleted_at: null }, soon()).sort(OLDEST_FIRST).toArray()
  return found.map((document) => withId<T>(document as unknown as Kept<T>))
}

const withId = <T extends { id: string }>({ _id, ...rest }: Omit<T, 'id'> & { _id: string }): T =>
  ({ id: _id, ...rest }) as unknown as T
