import {
  forbidden,
  listRequests,
  requestAccepted,
  requestCreated,
  requestDeleted,
  requestRejected,
  requestUpdated,
  searchOf,
} from '@souk/contracts'
import {
  createRecords,
  type EventRelay,
  fieldIndexes,
  fromDocument,
  indexesOf,
  type RecordCommand,
  type Stored,
  timeLeft,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import {
  type Acceptance,
  acceptedAs,
  alreadyRequested,
  closedAs,
  type ProposalRequestRecord,
  type RegistrationRecord,
  type RequestRecord,
  renewedWith,
  reopenedAfter,
  reviewedBy,
  withdrawn,
} from '../domain/requests/request.ts'

const OF_SELLER = ['created_at', 'updated_at', 'type', 'status', 'submitter_id']
const OF_A_SELLER = { seller_id: { $exists: true } } as const
/** Requests for proposed products. */
const OF_PRODUCT = { type: 'product' } as const
/** Registrations that wait for their review, or are being accepted: an identity has at most one. */
const OPEN = { type: 'seller', status: 'pending' } as const

/** Requests that somebody submitted; those for products are created from proposals. */
const ASKED_FOR = { type: { $ne: 'product' } } as const

const eventOfReview = ({ status }: RequestRecord) => (status === 'rejected' ? requestRejected : requestAccepted)

/** Requests to become a seller, requests of sellers, and those for proposed products. */
export function createRequestStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<RequestRecord>>('requests')
  const { ensureIndexes, find, get, page, create, update, remove, restore, ownedBy } = createRecords<RequestRecord>(collection, {
    noun: 'Request',
    idPrefix: 'req',
    taken: alreadyRequested,
    searched: searchOf(listRequests),
    indexes: [
      { key: { submitter_id: 1 }, name: 'one_pending_registration', unique: true, partialFilterExpression: OPEN },
      { key: { 'accepting.since': 1 }, name: 'accepting', partialFilterExpression: { 'accepting.since': { $exists: true } } },
      { key: { 'data.product_id': 1 }, name: 'of_product', partialFilterExpression: OF_PRODUCT },
      ...indexesOf(listRequests),
      ...fieldIndexes(['seller_id']),
      { key: { seller_id: 1, created_at: 1, _id: 1 }, name: 'made_by_seller', partialFilterExpression: OF_A_SELLER },
      ...OF_SELLER.map((field) => ({
        key: { seller_id: 1, deleted_at: 1, [field]: 1, _id: 1 } as const,
        name: `own_${field}`,
        partialFilterExpression: OF_A_SELLER,
      })),
    ],
    former_indexes: ['one_open', 'one_open_registration'],
    events: { created: requestCreated, updated: requestUpdated, deleted: requestDeleted },
    outbox,
  })

  return {
    ensureIndexes,
    find,
    get,
    page,
    create,

    /** The identity's requests to become a seller, but for rejected ones. */
    async listRegistrations(submitter_id: string, deadline: number): Promise<Pick<RegistrationRecord, 'id' | 'status'>[]> {
      const wanted = { deleted_at: null, submitter_id, type: 'seller', status: { $in: ['pending', 'accepted'] } } as object
      const found = await collection.find(wanted, { projection: { status: 1 }, ...timeLeft(deadline) }).toArray()
      return found.map(({ _id, status }) => ({ id: _id, status }))
    },

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

    /** The pending ones for a product, and the one with this id, whatever its status and even if deleted. */
    async listOfProduct(product_id: string, id: string | undefined, deadline: number): Promise<ProposalRequestRecord[]> {
      const waiting = { status: 'pending', deleted_at: null }
      const wanted = { ...OF_PRODUCT, 'data.product_id': product_id, $or: [waiting, ...(id ? [{ _id: id }] : [])] } as object
      const found = await collection.find(wanted, timeLeft(deadline)).toArray()
      return found.map((document) => fromDocument<RequestRecord>(document) as ProposalRequestRecord)
    },

    /** Takes back the review that `review` began. */
    reopen: (id: string, command: RecordCommand, acceptance: Acceptance) =>
      update(id, command, reopenedAfter(acceptance), () => undefined),

    /** Those of a seller. @throws forbidden for others' and unknown ones alike */
    ofSeller: (seller_id: string) => ownedBy('seller_id', seller_id, forbidden),

    /** The number of a seller's requests that wait for a review, not counting these or those for proposed products. */
    countPending: (seller_id: string, beside: readonly string[], deadline: number): Promise<number> =>
      collection.countDocuments(
        { seller_id, deleted_at: null, status: 'pending', ...ASKED_FOR, _id: { $nin: [...beside] } } as object,
        timeLeft(deadline),
      ),

    /**
     * The number of requests a seller has made since `since` (epoch ms), including deleted ones, but not these or those for
     * proposed products.
     */
    countMade: (seller_id: string, since: number, beside: readonly string[], deadline: number): Promise<number> =>
      collection.countDocuments(
        { seller_id, created_at: { $gt: new Date(since).toISOString() }, ...ASKED_FOR, _id: { $nin: [...beside] } } as object,
        timeLeft(deadline),
      ),

    /**
     * The requests of the seller with these ids, including deleted ones.
     * @returns `is_done`: an earlier attempt of the command has already changed it
     */
    async findOwn(seller_id: string, ids: readonly string[], { op, deadline }: Pick<RecordCommand, 'op' | 'deadline'>) {
      const own = { _id: { $in: [...ids] }, seller_id } as object
      const found = await collection.find(own, timeLeft(deadline)).toArray()
      return found.map((document) => ({
        record: fromDocument<RequestRecord>(document),
        is_done: document.recent_ops.some((one) => op.bytes.equals(one.op)),
      }))
    },

    /** Requests whose acceptance began before `before` (epoch ms) and has not ended, oldest first. */
    async listLeft(before: number, limit: number): Promise<RequestRecord[]> {
      const left = { 'accepting.since': { $lt: new Date(before).toISOString() }, deleted_at: null } as object
      const found = await collection.find(left).sort({ 'accepting.since': 1 }).limit(limit).toArray()
      return found.map((document) => fromDocument<RequestRecord>(document))
    },
  }
}

export type RequestStore = ReturnType<typeof createRequestStore>
