import { z } from 'zod'
import { IdInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { EmailInput } from '../orders/customer-inputs.ts'
import { RequestStatus, SellerRequest } from './request.ts'
import { memberInputs, SellerNameInput, sellerInputs } from './seller-inputs.ts'

export const REQUEST_SEARCH = ['data.seller.name', 'data.provider_identity_id'] as const

/**
 * Asks for a seller of one's own, with the token of a new log-in (`POST /auth/seller/emailpass/register`). Until an administrator
 * accepts it, that log-in is nobody's; afterwards it is the owner's, and another token says so. After a rejection one may ask
 * again.
 */
export const registerSeller = defineOperation({
  service: 'sellers',
  name: 'register-seller',
  method: 'POST',
  path: '/vendor/sellers',
  token_in: ['bearer', 'cookie'],
  summary: 'Ask for a seller of one’s own',
  body: z
    .strictObject({
      name: SellerNameInput.describe('Its handle is made of it, and must not be another seller’s.'),
      ...sellerInputs,
      email: sellerInputs.email.describe('Default: the e-mail of the member.'),
      member: z.object({ name: TextInput(255).min(1, 'must not be empty'), email: EmailInput, ...memberInputs }),
    })
    .meta({ example: { name: 'Paper & Pen', member: { name: 'Ann', email: 'ann@souk.example' } } }),
  status: 201,
  response: z.object({ ok: z.literal(true) }),
  if_match: 'none',
})

const requests = plainResource({
  service: 'sellers',
  path: '/admin/requests',
  noun: ['request', 'requests'],
  keys: ['request', 'requests'],
  schema: SellerRequest,
  examples: { id: demonstrationId('req', 1), deleted: demonstrationId('req', 1) },
  defaults: 'all',
})

/** None is of a seller that is there (`seller_id`): all ask for a new one. */
export const listRequests = requests.list('list-requests', {
  sort: ['created_at', 'updated_at', 'type', 'status'],
  filter: ['id', 'type', 'status', 'submitter_id', 'created_at', 'updated_at'],
  ids: ['seller_id'],
  q: REQUEST_SEARCH,
  deleted: 'hidden',
})
export const getRequest = requests.get('get-request')

/**
 * Once, by one administrator. An accepted request makes the seller, active, with its owner, whose log-in may act from then on; it
 * stays pending where the name's handle, or the log-in, has become another's.
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
    createdResourceType: z.literal('seller').optional().describe('Of an accepted request.'),
    createdResource: z.object({ id: z.string() }).optional().describe('The seller.'),
  }),
})

export const requestOperations = { registerSeller, listRequests, getRequest, reviewRequest }

const ids = z.object({ id: z.string().describe('The request'), submitter_id: z.string().describe('The identity that asks') })
const event = eventsOf('sellers', 'request', ids)
export const requestCreated = event('created', 'Somebody asks for a seller of their own.')
export const requestAccepted = event('accepted', 'A request was accepted; the seller is there.')
export const requestRejected = event('rejected', 'A request was rejected.')
export const requestEvents = [requestCreated, requestAccepted, requestRejected]
