import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { ReceiptQuery } from '../operation/record-query.ts'
import { cancelation, canceledIds } from './cancelation.ts'
import { ClaimByItself } from './part-by-itself.ts'
import { Claim } from './returns.ts'

const paramsOf = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the claim', example: demonstrationId('claim', n) }) })

const answer = {
  params: paramsOf(2100),
  response: z.object({ claim: Claim }),
  selects: { key: 'claim', schema: Claim, defaults: 'all' },
} as const

export const getClaim = defineOperation({
  service: 'orders',
  name: 'get-claim',
  method: 'GET',
  path: '/admin/claims/:id',
  summary: 'Get a claim',
  ...answer,
  response: z.object({ claim: ClaimByItself }),
  selects: { ...answer.selects, schema: ClaimByItself },
})

/**
 * Its written-off units count again; items that it would send are removed, with their shipping costs, and its return is canceled:
 * the order's next version. Refused if an item to send is packed, or anything has come back.
 */
export const cancelClaim = defineOperation({
  service: 'orders',
  name: 'cancel-claim',
  method: 'POST',
  path: '/admin/claims/:id/cancel',
  summary: 'Cancel a claim',
  ...answer,
  body: cancelation,
})

/** Abandons a claim that is not confirmed: it is removed, with its return and its change. */
export const cancelClaimRequest = defineOperation({
  service: 'orders',
  name: 'cancel-claim-request',
  method: 'DELETE',
  path: '/admin/claims/:id/request',
  summary: 'Cancel an unconfirmed claim',
  params: paramsOf(2300),
  query: ReceiptQuery,
  response: z.object({ id: z.string(), object: z.literal('claim'), deleted: z.literal(true) }),
})

export const orderClaimOperations = { getClaim, cancelClaim, cancelClaimRequest }

const ids = canceledIds('The claim')
export const claimCanceled = defineEvent({
  service: 'orders',
  name: 'order.claim-canceled',
  summary: 'A confirmed claim was canceled; its order has a new version.',
  ids,
})
export const claimRequestCanceled = defineEvent({
  service: 'orders',
  name: 'order.claim-request-canceled',
  summary: 'A claim was canceled before confirmation; the order is unchanged.',
  ids: ids.omit({ no_notification: true }),
})

export const orderClaimEvents = [claimCanceled, claimRequestCanceled]
