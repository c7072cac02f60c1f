import { type ChangedRequestInput, invalidData, MAX_PENDING_REQUESTS, notFound, type SellersRequestInput } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

type Stores = Pick<Deps, 'requests' | 'reviews'>

/**
 * Refuses what nobody could grant a seller, before anything is written: to take down a review of another's.
 * @throws not_found
 */
export async function assertAskable(
  asked: readonly (SellersRequestInput | ChangedRequestInput)[],
  seller_id: string,
  { reviews }: Pick<Stores, 'reviews'>,
  deadline: number,
): Promise<void> {
  const named = asked.flatMap((one) => (one.type === 'review_remove' && one.data.review_id ? [one.data.review_id] : []))
  if (named.length === 0) return
  const own = await reviews.list({ _id: { $in: named }, seller_id }, deadline)
  const missing = named.find((id) => !own.some((review) => review.id === id))
  if (missing !== undefined) throw notFound(`Review with id: ${missing} not found`)
}

/**
 * How many a seller may ask for at once is counted before the write. An earlier attempt of the same request is not in its own
 * way.
 * @param ids of the new requests @throws invalid_data
 */
export async function assertRoomForRequests(
  ids: readonly string[],
  seller_id: string,
  { requests }: Pick<Stores, 'requests'>,
  deadline: number,
): Promise<void> {
  if (ids.length === 0) return
  const pending = await requests.countPending(seller_id, ids, deadline)
  if (pending + ids.length > MAX_PENDING_REQUESTS)
    throw invalidData(`The seller has reached its limit of ${MAX_PENDING_REQUESTS} requests that wait for a review`)
}
