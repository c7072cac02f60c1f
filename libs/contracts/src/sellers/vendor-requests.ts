import { z } from 'zod'
import { Id, IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { SubmittedRequest } from './request.ts'
import { ChangedRequestInput, SellersRequestInput } from './request-input.ts'

/** Most requests of one seller that may wait for a review, not counting those for proposed products. */
export const MAX_PENDING_REQUESTS = 200
/** Most requests that one seller may make within 24 hours, including deleted ones but not those for proposed products. */
export const MAX_REQUESTS_A_DAY = 1000

const requests = plainResource({
  service: 'sellers',
  path: '/vendor/requests',
  noun: ['request of the seller', 'requests of the seller'],
  keys: ['request', 'requests'],
  schema: SubmittedRequest,
  examples: { id: demonstrationId('req', 3), deleted: demonstrationId('req', 3) },
  defaults: [
    ...(['id', 'type', 'data', 'submitter_id', 'reviewer_id', 'reviewer_note', 'status'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
})

/** Those of the caller's seller, submitted by any of its members, including one for each proposed product (`type=product`). */
export const listVendorRequests = requests.list('list-vendor-requests', {
  sort: ['created_at', 'updated_at', 'type', 'status'],
  filter: ['id', 'type', 'status', 'submitter_id', 'created_at', 'updated_at'],
  deleted: 'hidden',
  order: OLDEST_FIRST,
})

/**
 * Requests from the marketplace a category, a collection, another title or handle of one, a product type, a product tag, or the
 * removal of a review of the seller or its products. Administrators review it. While the marketplace has disabled product
 * requests (`/vendor/configuration`), only the removal of a review may be requested (403).
 */
export const createVendorRequest = {
  ...requests.create(
    'create-vendor-request',
    z
      .strictObject({ request: SellersRequestInput })
      .meta({ example: { request: { type: 'product_tag', data: { value: 'handmade' } } } }),
  ),
  status: 201 as const,
}
/** Requests of other sellers are refused like unknown ones. */
export const getVendorRequest = { ...requests.get('get-vendor-request'), query: RecordQuery }

/** Until it is reviewed. Its type cannot be changed. Refused like a new one while product requests are disabled. */
export const updateVendorRequest = {
  ...requests.update(
    'update-vendor-request',
    z
      .strictObject({ request: ChangedRequestInput })
      .meta({ example: { request: { type: 'product_category', data: { name: 'Winter hats' } } } }),
  ),
  query: RecordQuery,
}

const batch = <S extends z.ZodType>(one: S) => z.array(one).max(100)

/**
 * Creates, changes and deletes requests of the caller's seller. The batch is refused if one is unknown or another seller's, or if
 * one to change was reviewed or deleted; if that happens during the batch, some of the others may be changed. While product
 * requests are disabled, it may delete them, and create and change only removals of reviews. Deleting an already deleted one
 * succeeds. A pending one for a proposed product cannot be deleted: changing the product's status withdraws it.
 */
export const batchVendorRequests = defineOperation({
  service: 'sellers',
  name: 'batch-vendor-requests',
  method: 'POST',
  path: '/vendor/requests/batch',
  summary: 'Create, update and delete requests of the current seller',
  body: z
    .strictObject({
      create: batch(z.object({ request: SellersRequestInput })).optional(),
      update: batch(z.object({ id: IdInput, request: ChangedRequestInput })).optional(),
      delete: batch(IdInput).optional().describe('Reviewed requests can be deleted as well; whatever they led to remains'),
    })
    .meta({ example: { create: [{ request: { type: 'product_type', data: { value: 'Ceramics' } } }] } }),
  response: z.object({
    created: z.array(SubmittedRequest),
    updated: z.array(SubmittedRequest),
    deleted: z.array(Id),
  }),
  ifMatch: 'none',
})

export const vendorRequestOperations = {
  listVendorRequests,
  createVendorRequest,
  getVendorRequest,
  updateVendorRequest,
  batchVendorRequests,
}
