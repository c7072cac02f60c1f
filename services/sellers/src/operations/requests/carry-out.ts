import { type CatalogueRequest, handleOf, memberCreated, OperationError, sellerCreated } from '@souk/contracts'
import { derivedOpId, type Fate, type FoundRecord, idsFrom, isRefusal, newCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import {
  type Acceptance,
  alreadySeller,
  handleTaken,
  type ProposalRequestRecord,
  type RegistrationRecord,
  type RequestRecord,
  requestedSeller,
  type SellersRequestRecord,
} from '../../domain/requests/request.ts'
import { takenDown } from '../../domain/reviews/review.ts'

type Stores = Pick<Deps, 'requests' | 'identities' | 'sellers' | 'reviews' | 'catalogue'>
type Made = Pick<RequestRecord, 'id' | 'created_at'>

/** Ids of the records that a request creates: the same in every attempt. */
const newIdsOf = ({ id, created_at }: Made) => idsFrom(derivedOpId(Date.parse(created_at), 'request', id))

/** The ids of the seller and the owner that a request creates. */
export function idsOfRequested(request: Made) {
  const newId = newIdsOf(request)
  return { seller_id: newId('sel'), member_id: newId('mem') }
}

const PREFIXES = { product_category: 'pcat', product_collection: 'pcol', product_type: 'ptyp', product_tag: 'ptag' } as const

/** The id of the record that an accepted request creates, changes or takes down. */
export function resourceOf(request: RequestRecord): string {
  switch (request.type) {
    case 'seller':
      return idsOfRequested(request).seller_id
    case 'product_collection_update':
      return request.data.collection_id
    case 'review_remove':
      return request.data.review_id
    case 'product':
      return request.data.product_id
    default:
      return newIdsOf(request)(PREFIXES[request.type])
  }
}

/** The op-id of a review for the catalogue, which recognizes a repeat by it. */
export const opOfAcceptance = ({ id }: Pick<RequestRecord, 'id'>, { since }: Pick<Acceptance, 'since'>) =>
  derivedOpId(Date.parse(since), 'accepted-request', id, since)

/** The part of a request that the catalogue needs. */
export const catalogueRequestOf = ({ type, data }: RequestRecord) => ({ type, data }) as CatalogueRequest

/**
 * The request and its subject are several records, some of them in another service: until all is done, the request states that
 * its review is being carried out. Any replica may repeat each step; if one is refused, the earlier ones are undone, and the
 * request waits for another review.
 * @throws the refusal of the step, such as conflict if the handle is another seller's; unavailable
 */
export async function carryOut(
  request: RequestRecord,
  acceptance: Acceptance,
  stores: Stores,
  deadline: number,
  fate?: Fate,
): Promise<FoundRecord<RequestRecord>> {
  const { requests, identities } = stores
  const isRegistration = request.type === 'seller'
  const refusal = await (isRegistration
    ? makeSeller(request, acceptance, stores, deadline)
    : grant(request, acceptance, stores, deadline))
  if (!refusal) return requests.accept(request.id, newCommand(deadline), acceptance)
  if (isRegistration) await identities.release('seller', idsOfRequested(request).member_id, acceptance.since, deadline)
  await requests.reopen(request.id, newCommand(deadline), acceptance)
  if (fate) fate.is = 'refused'
  throw refusal
}

/**
 * An already deleted review is taken down all the same, so that its customer cannot write it again.
 * @returns the refusal, if it cannot be granted
 * @throws unavailable
 */
async function grant(
  request: SellersRequestRecord | ProposalRequestRecord,
  acceptance: Acceptance,
  { catalogue, reviews }: Stores,
  deadline: number,
): Promise<OperationError | undefined> {
  try {
    if (request.type === 'product') await settle(request, acceptance, catalogue, deadline)
    else if (request.type === 'review_remove')
      await reviews.remove(request.data.review_id, newCommand(deadline), takenDown, 'all')
    else await catalogue.carryOut(resourceOf(request), catalogueRequestOf(request), opOfAcceptance(request, acceptance), deadline)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error
  }
}

/** Publishes or rejects the product. Rejecting a deleted one succeeds, too. @throws its refusal; unavailable */
async function settle(
  { id: request_id, data: { product_id } }: ProposalRequestRecord,
  acceptance: Acceptance,
  catalogue: Stores['catalogue'],
  deadline: number,
): Promise<void> {
  const outcome = acceptance.is_rejection ? 'rejected' : 'published'
  const op = opOfAcceptance({ id: request_id }, acceptance)
  try {
    await catalogue.settleProposal({ product_id, request_id, outcome }, op, deadline)
  } catch (error) {
    if (!(acceptance.is_rejection && error instanceof OperationError && error.kind === 'not_found')) throw error
  }
}

async function makeSeller(
  request: RegistrationRecord,
  { since }: Acceptance,
  { identities, sellers }: Stores,
  deadline: number,
): Promise<OperationError | undefined> {
  const { seller_id, member_id } = idsOfRequested(request)
  const handle = handleOf(request.data.seller.name)
  if (!(await identities.claim(request.submitter_id, member_id, since, deadline, seller_id))) return alreadySeller()
  const seller = requestedSeller(request, { seller_id, member_id, handle, now: since })
  const events = [sellerCreated({ id: seller_id }), memberCreated({ id: member_id, seller_id })]
  if (!(await sellers.create(seller, events, deadline))) return handleTaken(handle)
}
