import { handleOf, memberCreated, type OperationError, sellerCreated } from '@souk/contracts'
import { derivedOpId, type Fate, type FoundRecord, idsFrom, newCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import {
  type Acceptance,
  alreadySeller,
  handleTaken,
  type RequestRecord,
  requestedSeller,
} from '../../domain/requests/request.ts'

type Stores = Pick<Deps, 'requests' | 'identities' | 'sellers'>

/** The ids of the seller and the owner that a request makes: the same in every attempt. */
export function idsOfRequested({ id, created_at }: Pick<RequestRecord, 'id' | 'created_at'>) {
  const newId = idsFrom(derivedOpId(Date.parse(created_at), 'request', id))
  return { seller_id: newId('sel'), member_id: newId('mem') }
}

/**
 * Request, identity and seller are three records: the request says that they are being changed, and as what, until all are.
 * Each step may be repeated, by any replica; where one cannot be taken, what was done is undone, and the request waits for
 * another review.
 * @throws conflict when the handle is another seller's; invalid_data when the log-in is another member's
 */
export async function carryOut(
  request: RequestRecord,
  acceptance: Acceptance,
  stores: Stores,
  deadline: number,
  fate?: Fate,
): Promise<FoundRecord<RequestRecord>> {
  const { requests, identities } = stores
  const refusal = await makeSeller(request, acceptance, stores, deadline)
  if (!refusal) return requests.accept(request.id, newCommand(deadline), acceptance)
  await identities.release('seller', idsOfRequested(request).member_id, acceptance.since, deadline)
  await requests.reopen(request.id, newCommand(deadline), acceptance)
  if (fate) fate.is = 'refused'
  throw refusal
}

async function makeSeller(
  request: RequestRecord,
  { since }: Acceptance,
  { identities, sellers }: Stores,
  deadline: number,
): Promise<OperationError | undefined> {
  const { seller_id, member_id } = idsOfRequested(request)
  const handle = handleOf(request.data.seller.name)
  if (!(await identities.claim(request.submitter_id, member_id, since, deadline, seller_id))) return alreadySeller()
  const seller = requestedSeller(request, { seller_id, member_id, handle, now: since })
  const told = [sellerCreated({ id: seller_id }), memberCreated({ id: member_id, seller_id })]
  if (!(await sellers.create(seller, told, deadline))) return handleTaken(handle)
}
