import { notAllowed } from '@souk/contracts'
import { type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'

/** Storefronts read how all sellers of a channel ship at once: one seller must not make all of them slow. */
const MOST = { stock_locations: 50, fulfillment_sets: 50, shipping_options: 200 } as const

interface Room {
  seller_id: string
  /** The record that is about to be made: an earlier attempt may have made it. */
  except: string
}

/** @throws not_allowed when the seller has as many others as one may have */
export async function assertRoom<T extends { id: string }>(
  collection: Collection<Stored<T>>,
  { seller_id, except }: Room,
  deadline: number,
): Promise<void> {
  const name = collection.collectionName as keyof typeof MOST
  const limit = MOST[name]
  const others = { seller_id, deleted_at: null, _id: { $ne: except } }
  const documents = collection as unknown as Collection<Document & { _id: string }>
  const count = await documents.countDocuments(others, { ...timeLeft(deadline), limit })
  if (count >= limit) throw notAllowed(`A seller can have ${limit} ${name.replace('_', ' ')} at most`)
}
