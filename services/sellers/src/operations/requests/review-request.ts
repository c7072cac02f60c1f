import { administratorIdOf, reviewRequest as contract, handleOf, invalidData } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { alreadyReviewed, alreadySeller, handleTaken, isReviewed, type RequestRecord } from '../../domain/requests/request.ts'
import { carryOut, catalogueRequestOf, resourceOf } from './carry-out.ts'

/**
 * The write of the request decides between concurrent reviewers. An attempt that fails after it is completed by the next one of
 * the same request, or by the sweep.
 */
export const reviewRequest = implement(contract, async ({ params, body, actor, command, deadline }, deps: Deps) => {
  const { id } = params
  const { status, reviewer_note } = body
  if (status === 'accepted') await assertAcceptable(id, deps, deadline)
  const review = { reviewer_id: administratorIdOf(actor), reviewer_note }
  const reviewed = await deps.requests.review(id, command, review, status)
  const { accepting } = reviewed.record
  const { record, revision } = accepting ? await carryOut(reviewed.record, accepting, deps, deadline, command.fate) : reviewed
  if (record.status !== status) throw alreadyReviewed()
  if (status === 'rejected') return new Answer({ id, status }, { revision })
  const made = { createdResourceType: record.type, createdResource: { ...requestedFields(record), id: resourceOf(record) } }
  return new Answer({ id, status, ...made }, { revision })
})

/** The fields of a record of the catalog as they were requested, without a handle that was left to be derived. */
function requestedFields({ type, data }: RequestRecord): object {
  if (type === 'seller' || type === 'product' || type === 'review_remove') return {}
  const { handle, ...fields } = data as { handle?: string }
  return handle ? data : fields
}

/** Refuses, before anything is written, an acceptance that could not be carried out. */
async function assertAcceptable(id: string, { requests, identities, sellers, catalogue }: Deps, deadline: number) {
  const { record } = await requests.get(id, deadline)
  if (isReviewed(record)) return // the write refuses it, or it is a repeat
  if (record.type === 'review_remove' || record.type === 'product') return
  if (record.type !== 'seller') return catalogue.check(resourceOf(record), catalogueRequestOf(record), deadline)
  const handle = handleOf(record.data.seller.name)
  const [identity, namesake] = await Promise.all([
    identities.find(record.submitter_id, deadline),
    sellers.findByHandle(handle, deadline),
  ])
  if (!identity || identity.disabled_at)
    throw invalidData('The log-in that sent this request does not exist any more, or is disabled')
  if (identity.actor_id !== '') throw alreadySeller()
  if (namesake !== undefined) throw handleTaken(handle)
}
