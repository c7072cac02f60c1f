import { invalidData, notAllowed, outgrows } from '@souk/contracts'
import { type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'

/** Storefronts read the shipping of all sellers of a channel at once: one seller must not slow all of them down. */
const MAX_OF_SELLER = {
  stock_locations: { records: 50, kib: 512 },
  fulfillment_sets: { records: 50, kib: 512 },
  shipping_options: { records: 200, kib: 1024 },
  shipping_profiles: { records: 50, kib: 512 },
} as const

interface Owned {
  seller_id: string
  /** The record that is about to be changed, or to be created, which an earlier attempt may have done already. */
  except: string
}

/** The room that a seller's other records leave for one. */
export interface SellersRoom {
  /** @throws not_allowed if the seller already has as many others as allowed */
  assertOneMore(): void
  /**
   * A record that is already larger may still shrink, or change without growing. @param before undefined: the record is new
   * @throws invalid_data if it makes all records of the seller together too large
   */
  assertFits(record: object, before?: object): void
}

/** Counts and measures the seller's other records, by their index; concurrent requests may exceed the bounds together. */
export async function roomOfSeller<T extends { id: string }>(
  collection: Collection<Stored<T>>,
  { seller_id, except }: Owned,
  deadline: number,
): Promise<SellersRoom> {
  const name = collection.collectionName as keyof typeof MAX_OF_SELLER
  const { records, kib } = MAX_OF_SELLER[name]
  const documents = collection as unknown as Collection<Document & { _id: string }>
  const [others] = await documents
    .aggregate<{ count: number; bytes: number }>(
      [
        { $match: { seller_id, deleted_at: null, _id: { $ne: except } } },
        { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
      ],
      timeLeft(deadline),
    )
    .toArray()
  const { count, bytes } = others ?? { count: 0, bytes: 0 }
  const nouns = name.replace('_', ' ')
  return {
    assertOneMore() {
      if (count >= records) throw notAllowed(`A seller can have ${records} ${nouns} at most`)
    },
    assertFits(record, before) {
      if (outgrows(record, before, Math.max(0, kib * 1024 - bytes)))
        throw invalidData(`The ${nouns} of a seller hold at most ${kib} KiB as JSON, all of them together`)
    },
  }
}
