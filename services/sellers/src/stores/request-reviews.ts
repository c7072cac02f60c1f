import { requestAccepted, requestRejected } from '@souk/contracts'
import type { createRecords, RecordCommand } from '@souk/runtime'
import {
  type Acceptance,
  acceptedAs,
  closedAs,
  type ProposalRequestRecord,
  type RequestRecord,
  renewedWith,
  reopenedAfter,
  reviewedBy,
  withdrawn,
} from '../domain/requests/request.ts'

type Requests = Pick<ReturnType<typeof createRecords<RequestRecord>>, 'update' | 'remove' | 'restore'>

const eventOfReview = ({ status }: RequestRecord) => (status === 'rejected' ? requestRejected : requestAccepted)

/** The review of requests, and the end of requests for products that no longer need one. */
export function createRequestReviews({ update, remove, restore }: Requests) {
  return {
    /**
     * Rejects it, or begins to carry out its review: an acceptance, or the rejection of a product.
     * @throws not_found; invalid_data if it was already reviewed
     */
    review: (id: string, command: RecordCommand, ...review: Parameters<typeof reviewedBy>) =>
      update(id, command, reviewedBy(...review), ({ status }) => (status === 'rejected' ? requestRejected : undefined)),

    /** Completes the review that `review` began. */
    accept: (id: string, command: RecordCommand, acceptance: Acceptance) =>
      update(id, command, acceptedAs(acceptance), eventOfReview),

    /** Closes one whose product was reviewed in another way. @throws not_found */
    close: (id: string, command: RecordCommand, status: 'accepted' | 'rejected') =>
      update(id, command, closedAs(status), eventOfReview),

    /** Deletes one whose product no longer waits for a review. @throws invalid_data once it was reviewed */
    withdraw: (id: string, command: RecordCommand) => remove(id, command, withdrawn),

    /** Reopens a withdrawn one with new data. @throws not_found */
    renew: (id: string, command: RecordCommand, data: ProposalRequestRecord['data']) => restore(id, command, renewedWith(data)),

    /** Takes back the review that `review` began. */
    reopen: (id: string, command: RecordCommand, acceptance: Acceptance) =>
      update(id, command, reopenedAfter(acceptance), () => undefined),
  }
}
