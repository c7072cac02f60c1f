import { z } from 'zod'
import { IdInput, TextInput } from '../fields/common.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { oneReturnRequest, REVIEWER_LIST, ShownReturnRequest, VendorOrderReturnRequest } from './order-return-request.ts'

const one = oneReturnRequest(VendorOrderReturnRequest, 1)

/** The answer has the list under a singular name, as in Mercur. */
export const listVendorOrderReturnRequests = defineOperation({
  service: 'orders',
  name: 'list-vendor-order-return-requests',
  method: 'GET',
  path: '/vendor/return-request',
  summary: "List return requests for the seller's orders",
  query: listQuery(VendorOrderReturnRequest, REVIEWER_LIST),
  response: listResponse('order_return_request', ShownReturnRequest),
  selects: one.selects,
})

/** Requests about other sellers' orders are refused like unknown ones. */
export const getVendorOrderReturnRequest = defineOperation({
  ...one,
  service: 'orders',
  name: 'get-vendor-order-return-request',
  method: 'GET',
  path: '/vendor/return-request/:id',
  summary: "Get a return request for one of the seller's orders",
})

/**
 * Answers a pending request, once. `refunded` grants it: its items are requested back by a return of the order that is confirmed
 * at once, which is the order's next version; refused if the order does not allow that, or now belongs to another customer.
 * `withdrawn` refuses it, and `escalated` leaves it to administrators.
 */
export const reviewVendorOrderReturnRequest = defineOperation({
  ...one,
  service: 'orders',
  name: 'review-vendor-order-return-request',
  method: 'POST',
  path: '/vendor/return-request/:id',
  summary: "Review a return request for one of the seller's orders",
  body: z
    .strictObject({
      vendor_reviewer_note: TextInput().describe('Visible to the customer. May be empty'),
      status: z.enum(['refunded', 'withdrawn', 'escalated']),
      location_id: IdInput.optional().describe(
        "The seller's stock location that receives the items. Used if the request is granted, ignored otherwise",
      ),
    })
    .meta({ example: { status: 'escalated', vendor_reviewer_note: 'We have never had this before' } }),
})

export const vendorOrderReturnRequestOperations = {
  listVendorOrderReturnRequests,
  getVendorOrderReturnRequest,
  reviewVendorOrderReturnRequest,
}
