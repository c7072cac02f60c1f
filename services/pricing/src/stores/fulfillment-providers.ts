import type { FulfillmentProvider } from '@souk/contracts'
import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'

type Kept = Omit<FulfillmentProvider, 'id'> & { _id: string }

/** The fulfillment providers: those of the configuration and, disabled, those that were configured earlier. */
export function createFulfillmentProviderStore(db: Db) {
  const collection = db.collection<Kept>('fulfillment_providers')

  return {
    /** Enables these providers, and no others. */
    async configure(ids: readonly string[], now: string): Promise<void> {
      const dates = { created_at: now, deleted_at: null }
      for (const _id of ids) {
        const update = { $setOnInsert: { is_enabled: true, updated_at: now, ...dates } }
        await collection.updateOne({ _id }, update, { upsert: true })
        await collection.updateOne({ _id, is_enabled: false }, { $set: { is_enabled: true, updated_at: now } })
      }
      await collection.updateMany({ _id: { $nin: [...ids] }, is_enabled: true }, { $set: { is_enabled: false, updated_at: now } })
    },

    /** All, ordered by id. */
    async list(deadline: number): Promise<FulfillmentProvider[]> {
      const found = await collection.find({}, timeLeft(deadline)).sort({ _id: 1 }).toArray()
      return found.map(({ _id, ...rest }) => ({ id: _id, ...rest }))
    },
  }
}

export type FulfillmentProviderStore = ReturnType<typeof createFulfillmentProviderStore>
