import {
  type ChangedRequestInput,
  invalidData,
  MAX_PENDING_REQUESTS,
  MAX_REQUESTS_A_DAY,
  notFound,
  type SellersRequestInput,
} from '@souk/contracts'
import type { Deps } from '../../deps.ts'

const DAY_MS = 24 * 3600_000

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
 * How many a seller may ask for at once, and in a day, is counted before the write. An earlier attempt of the same request is not
 * in its own way.
 * @param made the ids of the new requests
 * @param gone the ids of those that wait no longer once these are made
 * @throws invalid_data
 */
export async function assertRoomForRequests(
  { made, gone = [] }: { made: readonly string[]; gone?: readonly string[] },
  seller_id: string,
  { requests }: Pick<Stores, 'requests'>,
  deadline: number,
): Promise<void> {
  if (made.length === 0) return
  const [pending, lately] = await Promise.all([
    requests.countPending(seller_id, [...made, ...gone], deadline),
    requests.countMade(seller_id, Date.now() - DAY_MS, made, deadline),
  ])
  if (lately + made.length > MAX_REQUESTS_A_DAY)
    throw invalidData(`The seller has reached its limit of ${MAX_REQUESTS_A_DAY} new requests a day`)
  if (pending + made.length > MAX_PENDING_REQUESTS)
    throw invalidData(`The seller has reached its limit of ${MAX_PENDING_REQUESTS} requests that wait for a review`)
}
