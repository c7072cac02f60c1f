import { z } from 'zod'
import { FilledTextInput, IdInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { EmailInput } from '../orders/customer-inputs.ts'
import { AdminRequest, RequestStatus, SubmittedRequest } from './request.ts'
import { memberInputs, SellerNameInput, sellerInputs } from './seller-inputs.ts'

/**
 * Requests a seller of one's own, with the token of a new log-in (`POST /auth/seller/emailpass/register`). The log-in has no
 * owner until an administrator accepts the request; then it belongs to the seller's owner, and new tokens contain that. After a
 * rejection a new request may be made.
 */
export const registerSeller = defineOperation({
  service: 'sellers',
  name: 'register-seller',
  method: 'POST',
  path: '/vendor/sellers',
  tokenIn: ['bearer', 'cookie'],
  summary: 'Request to become a seller',
  body: z
    .strictObject({
      name: SellerNameInput.describe('Its handle is derived from it and must not be in use by another seller.'),
      ...sellerInputs,
      email: sellerInputs.email.describe("Default: the member's e-mail address."),
      member: z.object({ name: FilledTextInput(), email: EmailInput, ...memberInputs }),
    })
    .meta({ example: { name: 'Paper & Pen', member: { name: 'Ann', email: 'ann@souk.example' } } }),
  status: 201,
  response: z.object({ ok: z.literal(true) }),
  ifMatch: 'none',
})

const SUBMITTED = Object.keys(SubmittedRequest.shape) as (keyof SubmittedRequest)[]
const requests = plainResource({
  service: 'sellers',
  path: '/admin/requests',
  noun: ['request', 'requests'],
  keys: ['request', 'requests'],
  schema: AdminRequest,
  examples: { id: demonstrationId('req', 1), deleted: demonstrationId('req', 1) },
  defaults: [...SUBMITTED, '*seller'],
})

/** Those of existing sellers (`seller_id`), and those to become one. */
export const listRequests = requests.list('list-requests', {
  sort: ['created_at', 'updated_at', 'type', 'status'],
  filter: ['id', 'type', 'status', 'submitter_id', 'created_at', 'updated_at'],
  ids: ['seller_id'],
  q: ['data.seller.name', 'data.provider_identity_id', 'data.name', 'data.title', 'data.value'],
  deleted: 'hidden',
})
export const getRequest = requests.get('get-request')

/**
 * Once, by one administrator. An accepted request to become a seller creates the seller, active, with its owner, whose log-in may
 * act from then on. One of a seller creates the category (active), the collection, the type or the tag, changes the collection,
 * or takes the review down. It stays pending if that is impossible: if a handle, a value or the log-in has been taken by another
 * one, or the record to change is gone. One for a proposed product publishes or rejects the product; if the product is published
 * or rejected in another way, the request is closed accordingly.
 */
export const reviewRequest = defineOperation({
  service: 'sellers',
  name: 'review-request',
  method: 'POST',
  path: '/admin/requests/:id',
  summary: 'Accept or reject a request',
  params: z.object({ id: IdInput.meta({ description: 'ID of the request', example: demonstrationId('req', 2) }) }),
  body: z
    .strictObject({ status: RequestStatus.exclude(['pending']), reviewer_note: TextInput(4096) })
    .meta({ example: { status: 'accepted', reviewer_note: 'Welcome' } }),
  response: z.object({
    id: z.string(),
    status: RequestStatus.exclude(['pending']),
    createdResourceType: z.string().optional().describe('For an accepted request: its type.'),
    createdResource: z
      .looseObject({ id: z.string() })
      .optional()
      .describe('The record that was created, changed or taken down; one of the catalog with the requested fields.'),
  }),
})

export const requestOperations = { registerSeller, listRequests, getRequest, reviewRequest }

const ids = z.object({
  id: z.string().describe('The request'),
  submitter_id: z.string().describe('The identity that submitted it, or the member of the seller'),
})
const event = eventsOf('sellers', 'request', ids)
export const requestCreated = event(
  'created',
  'Somebody requested to become a seller, or a seller submitted a request to the marketplace or proposed a product.',
)
export const requestUpdated = event(
  'updated',
  'A seller changed a pending request, or proposed a product again whose proposal it had withdrawn.',
)
export const requestDeleted = event('deleted', 'A seller deleted one of its requests, or withdrew the proposal of a product.')
export const requestAccepted = event('accepted', 'A request was accepted, and the requested change was made.')
export const requestRejected = event('rejected', 'A request was rejected.')
export const requestEvents = [requestCreated, requestUpdated, requestDeleted, requestAccepted, requestRejected]
