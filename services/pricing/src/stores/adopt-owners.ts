import { isDuplicateKey, type Logger, type Stored } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { FulfillmentSetRecord } from '../domain/fulfillment-sets/fulfillment-set.ts'

type Documents = Collection<Document & { _id: string }>

const KEPT_APART =
  'a fulfillment set, or a zone of it, has a name that its owner has already: ' +
  'it is nobody’s until one of them is gone and pricing starts again'

/**
 * Gives sets written by a version without owners the owner of their location; running it again does no harm. While replicas of
 * both versions run, one of the older version may create a set whose name its owner already has: it stays as it is.
 */
export async function adoptOwners(
  sets: Collection<Stored<FulfillmentSetRecord>>,
  locations: Collection,
  logger?: Pick<Logger, 'warn'>,
): Promise<void> {
  const documents = sets as unknown as Documents
  const ownerless = { seller_id: { $exists: false } }
  for await (const { _id, name, location_id } of documents.find(ownerless, { projection: { name: 1, location_id: 1 } })) {
    const location = await (locations as unknown as Documents).findOne({ _id: location_id }, { projection: { seller_id: 1 } })
    // With a new revision, so that other replicas do not go on with what they have cached.
    const adopted = { $set: { seller_id: location?.seller_id ?? null }, $inc: { revision: 1 } }
    await documents.updateOne({ _id, ...ownerless }, adopted).catch((error) => {
      if (!isDuplicateKey(error)) throw error
      logger?.warn({ fulfillment_set: _id, set_name: name }, KEPT_APART)
    })
  }
}
