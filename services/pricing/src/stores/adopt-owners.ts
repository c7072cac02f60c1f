import type { Stored } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { FulfillmentSetRecord } from '../domain/fulfillment-sets/fulfillment-set.ts'

type Documents = Collection<Document & { _id: string }>

/** Sets from before they named their owner get that of their location; running it again does no harm. */
export async function adoptOwners(sets: Collection<Stored<FulfillmentSetRecord>>, locations: Collection): Promise<void> {
  const documents = sets as unknown as Documents
  const ownerless = { seller_id: { $exists: false } }
  for await (const { _id, location_id } of documents.find(ownerless, { projection: { location_id: 1 } })) {
    const location = await (locations as unknown as Documents).findOne({ _id: location_id }, { projection: { seller_id: 1 } })
    await documents.updateOne({ _id, ...ownerless }, { $set: { seller_id: location?.seller_id ?? null } })
  }
}
