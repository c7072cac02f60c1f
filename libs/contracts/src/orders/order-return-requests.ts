import { z } from 'zod'
import { IdInput, TextInput } from '../fields/common.ts'
import { eventsOf } from '../operation/event.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { OrderReturnRequest, oneReturnRequest, REVIEWER_LIST, ShownReturnRequest } from './order-return-request.ts'

const one = oneReturnRequest(OrderReturnRequest, 3)

/** The answer has the list under a singular name, like that for sellers. */
export const listOrderReturnRequests = defineOperation({
  service: 'orders',
  name: 'list-order-return-requests',
  method: 'GET',
  path: '/admin/return-request',
  summary: "List customers' return requests",
  query: listQuery(OrderReturnRequest, REVIEWER_LIST),
  response: listResponse('order_return_request', ShownReturnRequest),
  selects: one.selects,
})

export const getOrderReturnRequest = defineOperation({
  ...one,
  service: 'orders',
  name: 'get-order-return-request',
  method: 'GET',
  path: '/admin/return-request/:id',
  summary: "Get a customer's return request",
})

/**
 * Decides a request that its seller has left to administrators, or has not answered: `refunded` grants it, as for a seller, and
 * `withdrawn` refuses it.
 */
export const reviewOrderReturnRequest = defineOperation({
  ...one,
  service: 'orders',
  name: 'review-order-return-request',
  method: 'POST',
  path: '/admin/return-request/:id',
  summary: "Review a customer's return request",
  body: z
    .strictObject({
      admin_reviewer_note: TextInput().describe('Visible to the customer and the seller. May be empty'),
      status: z.enum(['refunded', 'withdrawn']),
      location_id: IdInput.optional().describe(
        'Stock location that receives the items. Used if the request is granted, ignored otherwise',
      ),
    })
    .meta({ example: { status: 'withdrawn', admin_reviewer_note: 'The items were worn' } }),
})

export const orderReturnRequestOperations = { listOrderReturnRequests, getOrderReturnRequest, reviewOrderReturnRequest }

const ids = z.object({ id: z.string().describe('The request'), order_id: z.string().describe('The order') })
const event = eventsOf('orders', 'return-request', ids)
export const orderReturnRequestCreated = event('created', 'A customer requested a return of an order.')
export const orderReturnRequestReviewed = event(
  'reviewed',
  'A return request was reviewed. If it was granted, `order.return-requested` reports the return.',
)
export const orderReturnRequestEvents = [orderReturnRequestCreated, orderReturnRequestReviewed]
