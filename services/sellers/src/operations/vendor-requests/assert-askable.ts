import {
  type ChangedRequestInput,
  DAY_MS,
  forbidden,
  invalidData,
  MAX_PENDING_REQUESTS,
  MAX_REQUESTS_A_DAY,
  notFound,
  type SellersRequestInput,
} from '@souk/contracts'
import type { Deps } from '../../deps.ts'

type Asked = readonly (SellersRequestInput | ChangedRequestInput)[]

const NO_REQUESTS = 'Requests cannot be made: the marketplace has disabled product requests'

/**
 * Refuses requests, before anything is written, that could never be granted (to take down a review of another seller), and those
 * about the catalogue while the marketplace takes none.
 * @throws not_found; forbidden
 */
export async function assertAskable(
  asked: Asked,
  seller_id: string,
  { reviews, marketplaceRules }: Pick<Deps, 'reviews' | 'marketplaceRules'>,
  deadline: number,
): Promise<void> {
  await Promise.all([
    assertRequestsTaken(asked, marketplaceRules, deadline),
    assertOwnReviews(asked, seller_id, reviews, deadline),
  ])
}

async function assertRequestsTaken(asked: Asked, rules: Deps['marketplaceRules'], deadline: number) {
  if (asked.every(({ type }) => type === 'review_remove')) return
  if (!(await rules.inForce(deadline)).product_request_enabled) throw forbidden(NO_REQUESTS)
}

async function assertOwnReviews(asked: Asked, seller_id: string, reviews: Deps['reviews'], deadline: number) {
  const named = asked.flatMap((one) => (one.type === 'review_remove' && one.data.review_id ? [one.data.review_id] : []))
  if (named.length === 0) return
  const own = await reviews.list({ _id: { $in: named }, seller_id }, deadline)
  const missing = named.find((id) => !own.some((review) => review.id === id))
  if (missing !== undefined) throw notFound(`Review with id: ${missing} not found`)
}

/**
 * Limits the pending requests of a seller, and those of a day, before the write. Requests of an earlier attempt are not counted.
 * @param made the ids of the new requests
 * @param gone the ids of pending requests that are deleted with this
 * @throws invalid_data
 */
export async function assertRoomForRequests(
  { made, gone = [] }: { made: readonly string[]; gone?: readonly string[] },
  seller_id: string,
  { requests }: Pick<Deps, 'requests'>,
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
