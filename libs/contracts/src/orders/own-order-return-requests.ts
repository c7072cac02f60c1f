import { z } from 'zod'
import { IdInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import {
  OwnOrderReturnRequest,
  RETURN_REQUEST_LIST,
  returnRequestDefaults,
  returnRequestParams,
  ShownOwnReturnRequest,
} from './order-return-request.ts'
import { PositiveUnitsInput } from './units.ts'

const SELECTED = {
  schema: OwnOrderReturnRequest,
  defaults: returnRequestDefaults('*order', '*order.items', '*order.seller'),
} as const
const one = {
  response: z.object({ order_return_request: ShownOwnReturnRequest }),
  selects: { key: 'order_return_request', ...SELECTED },
} as const

/** For orders of all sellers; without those made by a previous customer of an order. */
export const listOwnOrderReturnRequests = defineOperation({
  service: 'orders',
  name: 'list-own-order-return-requests',
  method: 'GET',
  path: '/store/return-request',
  customersOnly: true,
  summary: "List the current customer's return requests",
  query: listQuery(OwnOrderReturnRequest, {
    ...RETURN_REQUEST_LIST,
    filter: ['id', 'order_id', 'status'],
  }),
  response: listResponse('order_return_requests', ShownOwnReturnRequest),
  selects: { key: 'order_return_requests', ...SELECTED },
})

/**
 * Asks the seller of an order to take items back, once for each order. The order stays as it is until the seller, or an
 * administrator, grants it: then the items are requested back as by a return. After a transfer of the order its new customer may
 * ask again, which replaces the previous customer's request.
 */
export const createOrderReturnRequest = defineOperation({
  service: 'orders',
  name: 'create-order-return-request',
  method: 'POST',
  path: '/store/return-request',
  customersOnly: true,
  summary: "Request a return for one of the current customer's orders",
  body: z
    .strictObject({
      order_id: IdInput.describe("One of the current customer's orders"),
      shipping_option_id: IdInput.optional().describe('How the customer would like to send the items back; informational only'),
      line_items: z
        .array(
          z.object({
            line_item_id: IdInput.describe('The line of the order'),
            quantity: PositiveUnitsInput.describe('At most the quantity of the line'),
            reason_id: IdInput.optional(),
          }),
        )
        .max(500),
      customer_note: TextInput().describe('Visible to the seller and to administrators. May be empty'),
    })
    .meta({
      example: {
        order_id: demonstrationId('order', 2),
        line_items: [{ line_item_id: demonstrationId('ordli', 1200), quantity: 1, reason_id: demonstrationId('rr', 1002) }],
        customer_note: 'One sleeve is longer',
      },
    }),
  ifMatch: 'none',
  response: one.response,
  selects: { ...one.selects, defaults: returnRequestDefaults() },
})

/** Requests about other customers' orders are refused like unknown ones. */
export const getOwnOrderReturnRequest = defineOperation({
  service: 'orders',
  name: 'get-own-order-return-request',
  method: 'GET',
  path: '/store/return-request/:id',
  customersOnly: true,
  summary: 'Get a return request of the current customer',
  params: returnRequestParams(1),
  query: RecordQuery,
  ...one,
})

export const ownOrderReturnRequestOperations = {
  listOwnOrderReturnRequests,
  createOrderReturnRequest,
  getOwnOrderReturnRequest,
}
