import {
  type BodyOf,
  type ChangedRequestInput,
  invalidData,
  OperationError,
  type registerSeller,
  type SellerRequestData,
  type SellersRequestInput,
  type SubmittedRequest,
} from '@souk/contracts'
import type { AuthIdentity } from '../identities/identity.ts'
import type { MemberRecord, SellerRecord } from '../sellers/seller.ts'

interface Kept extends Omit<SubmittedRequest, 'type' | 'data'> {
  /** The review that is being carried out, step by step; null if there is none. */
  accepting: Acceptance | null
}

/** A request to become a seller, as stored. */
export type RegistrationRecord = Kept & { type: 'seller'; data: SellerRequestData; seller_id?: undefined }

/** A request of a seller, as stored. */
export type SellersRequestRecord = Kept & SellersRequestInput & { seller_id: string }

/** The request for a proposed product, as stored. */
export type ProposalRequestRecord = Kept & {
  type: 'product'
  /** The product at the time of the proposal. */
  data: { product_id: string; title?: unknown }
  seller_id: string
}

export type RequestRecord = RegistrationRecord | SellersRequestRecord | ProposalRequestRecord

export interface Review {
  reviewer_id: string | null
  reviewer_note: string
}

export interface Acceptance extends Review {
  /** ISO 8601; distinguishes one review from another. */
  since: string
  /** Set for the rejection of a proposed product, which has to be carried out like an acceptance. */
  is_rejection?: true
}

/** The request of a new identity, as stored. */
export function requestOf({ member, ...seller }: BodyOf<typeof registerSeller>, identity: AuthIdentity) {
  const data = {
    seller: { ...NOTHING_SAID, ...seller, email: seller.email ?? member.email },
    member: { bio: null, phone: null, photo: null, ...member },
    auth_identity_id: identity.id,
    provider_identity_id: identity.email,
  }
  return { type: 'seller' as const, data, submitter_id: identity.id, ...OPEN }
}

/** The request of a seller's member, as stored. */
export const sellersRequestOf = (asked: SellersRequestInput, by: { seller_id: string; submitter_id: string }) => ({
  ...asked,
  ...by,
  ...OPEN,
})

/** The request for a proposed product, as stored. */
export const proposalRequestOf = (data: ProposalRequestRecord['data'], by: { seller_id: string; submitter_id: string }) => ({
  type: 'product' as const,
  data,
  ...by,
  ...OPEN,
})

const OPEN = { reviewer_id: null, reviewer_note: null, status: 'pending', accepting: null } as const

const NOTHING_SAID = {
  description: null,
  phone: null,
  photo: null,
  address_line: null,
  postal_code: null,
  city: null,
  state: null,
  country_code: null,
  tax_id: null,
}

/** Whether it was reviewed, even if the review is not yet carried out. */
export const isReviewed = ({ status, accepting }: RequestRecord) => status !== 'pending' || accepting !== null

/**
 * Whether an identity's earlier registrations rule out another one: a pending one does, and an accepted one while the identity is
 * somebody's log-in. A founder who has left the seller may found another one.
 * @param actor_id of the identity; empty: it is nobody's log-in
 */
export const isInTheWay = (earlier: readonly Pick<RegistrationRecord, 'status'>[], actor_id: string) =>
  earlier.some(({ status }) => status === 'pending' || (status === 'accepted' && actor_id !== ''))

type Change = (request: RequestRecord, context: { now: string }) => RequestRecord

/**
 * The reviewed request. An acceptance, or the rejection of a product, is still to be carried out.
 * @throws invalid_data if it was already reviewed
 */
export const reviewedBy =
  (review: Review, status: 'accepted' | 'rejected'): Change =>
  (request, { now }) => {
    if (isReviewed(request)) throw alreadyReviewed()
    const is_rejection = status === 'rejected'
    if (is_rejection && request.type !== 'product') return { ...request, ...review, status }
    return { ...request, accepting: { ...review, since: now, ...(is_rejection && { is_rejection }) } }
  }

/** The request with changed data; omitted fields stay. @throws invalid_data for another type, and once it was reviewed */
export const withData =
  ({ type, data }: ChangedRequestInput): Change =>
  (request) => {
    if (isReviewed(request)) throw invalidData('Request is already reviewed!')
    if (request.type !== type) throw invalidData('Invalid request type!')
    return { ...request, data: { ...request.data, ...data } } as RequestRecord
  }

/** A request, deleted by its seller. @throws invalid_data while its review is being carried out, or a product awaits a review */
export function deletedRequest(request: RequestRecord): RequestRecord {
  if (request.accepting) throw invalidData('Request is already reviewed!')
  if (request.type === 'product' && !isReviewed(request))
    throw invalidData(
      'The request for a product cannot be deleted while it awaits a review: change the status of the product, or delete the product',
    )
  return request
}

/** The request for a product that no longer waits for a review. @throws invalid_data once it was reviewed */
export const withdrawn: Change = (request) => {
  if (isReviewed(request)) throw alreadyReviewed()
  return request
}

/** The withdrawn request of a product that is proposed again; unchanged if another replica has just renewed it. */
export const renewedWith =
  (data: ProposalRequestRecord['data']): Change =>
  (request) =>
    request.deleted_at === null ? request : ({ ...request, data, accepting: null } as ProposalRequestRecord)

/** The request after its product was reviewed in another way; unchanged if the request itself was already reviewed. */
export const closedAs =
  (status: 'accepted' | 'rejected'): Change =>
  (request) =>
    isReviewed(request) ? request : { ...request, status }

/** The request after its review was carried out; unchanged if that was already recorded, or the review was undone. */
export const acceptedAs =
  ({ since, is_rejection, ...review }: Acceptance): Change =>
  (request) =>
    request.accepting?.since === since
      ? { ...request, ...review, status: is_rejection ? 'rejected' : 'accepted', accepting: null }
      : request

/** The request after its review could not be carried out: it waits for another one. */
export const reopenedAfter =
  ({ since }: Acceptance): Change =>
  (request) =>
    request.accepting?.since === since ? { ...request, accepting: null } : request

export const alreadyReviewed = () => invalidData('This request is already reviewed')
export const alreadyRequested = () => inTheWay('Request already exists!')
export const handleTaken = (handle: string) => inTheWay(`Seller with handle: ${handle}, already exists.`)
export const alreadySeller = () => invalidData('Request already authenticated as a seller.')

/** Another record is in the way; a retry is useless until it is gone. */
const inTheWay = (message: string) => new OperationError('conflict', message, { code: 'invalid_state_error' })

interface NewSeller {
  /** The ids of seller and owner: the same in every attempt. */
  seller_id: string
  member_id: string
  handle: string
  now: string
}

/** The seller that an accepted request creates, with its owner. */
export function requestedSeller({ data }: RegistrationRecord, { seller_id, member_id, handle, now }: NewSeller): SellerRecord {
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const owner: MemberRecord = { id: member_id, role: 'owner', ...data.member, seller_id, ...dates }
  return { id: seller_id, store_status: 'ACTIVE', ...data.seller, handle, members: [owner], ...dates }
}
