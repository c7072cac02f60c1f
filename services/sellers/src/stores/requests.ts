import { forbidden, listRequests, requestCreated, requestDeleted, requestUpdated, searchOf } from '@souk/contracts'
import { createRecords, type EventRelay, fieldIndexes, indexesOf, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'
import { alreadyRequested, type RequestRecord } from '../domain/requests/request.ts'
import { createRequestQueries, OF_PRODUCT } from './request-queries.ts'
import { createRequestReviews } from './request-reviews.ts'

const OF_SELLER = ['created_at', 'updated_at', 'type', 'status', 'submitter_id']
const OF_A_SELLER = { seller_id: { $exists: true } } as const
/** Registrations that wait for their review, or are being accepted: an identity has at most one. */
const OPEN = { type: 'seller', status: 'pending' } as const

/** Requests to become a seller, requests of sellers, and those for proposed products. */
export function createRequestStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<RequestRecord>>('requests')
  const records = createRecords<RequestRecord>(collection, {
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
    formerIndexes: ['one_open', 'one_open_registration'],
    events: { created: requestCreated, updated: requestUpdated, deleted: requestDeleted },
    outbox,
  })

  const { ensureIndexes, find, get, page, create, ownedBy } = records

  return {
    ensureIndexes,
    find,
    get,
    page,
    create,

    /** Those of a seller. @throws forbidden for others' and unknown ones alike */
    ofSeller: (seller_id: string) => ownedBy('seller_id', seller_id, forbidden),

    ...createRequestQueries(collection),
    ...createRequestReviews(records),
  }
}

export type RequestStore = ReturnType<typeof createRequestStore>
