import { z } from 'zod'
import { asked, Id, IdInput, Quantity, softDeletable, Timestamp } from '../fields/common.ts'
import { hidden } from '../fields/declared.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { StoreSeller } from '../sellers/store-seller.ts'
import { Order } from './order.ts'
import { BoughtOrder } from './store-order.ts'
import { SoldOrder } from './vendor-order.ts'

/** `refunded`: granted, a return of the order was made; `withdrawn`: refused; `escalated`: left to administrators. */
export const OrderReturnRequestStatus = z.enum(['pending', 'refunded', 'withdrawn', 'escalated', 'canceled'])
export type OrderReturnRequestStatus = z.infer<typeof OrderReturnRequestStatus>

const LineItem = z
  .object({
    id: Id,
    line_item_id: Id.describe('The line of the order.'),
    quantity: Quantity,
    reason_id: Id.nullable(),
    return_request_id: Id,
    ...softDeletable,
  })
  .meta({ id: 'OrderReturnRequestLineItem' })

/** The wish of a customer to give items of an order back, and the answers to it. Of an order there is one at most. */
const Request = z.object({
  id: Id,
  order_id: Id,
  customer_id: Id.describe('The customer who made the request.'),
  customer_note: z
    .string()
    .describe('Plain text as written by the customer. It may look like HTML, but must not be rendered as such.'),
  shipping_option_id: Id.nullable().describe('How the customer would like to send the items back; not used for the return.'),
  line_items: z.array(LineItem),
  status: OrderReturnRequestStatus,
  vendor_reviewer_id: Id.nullable().describe('The member of the seller who reviewed it.'),
  vendor_reviewer_note: z.string().nullable(),
  vendor_review_date: Timestamp.nullable(),
  admin_reviewer_id: Id.nullable().describe('The administrator who reviewed it.'),
  admin_reviewer_note: z.string().nullable(),
  admin_review_date: Timestamp.nullable(),
  ...softDeletable,
})

/** A request as administrators are shown it. */
export const OrderReturnRequest = Request.extend({ order: asked(() => Order).optional() }).meta({ id: 'OrderReturnRequest' })
export type OrderReturnRequest = z.infer<typeof OrderReturnRequest>

/** The same as the seller of the order is shown it. */
export const VendorOrderReturnRequest = Request.extend({ order: asked(() => SoldOrder).optional() }).meta({
  id: 'VendorOrderReturnRequest',
})

const seller = asked((): z.ZodType => StoreSeller)
  .optional()
  .describe('The seller, if requested with `fields`; null for an order of the marketplace itself.')
const ReturnedOrder = BoughtOrder.extend({ seller }).meta({ id: 'ReturnedOrder' })

/** The same as the customer of the order is shown it: nobody who answered it. */
export const OwnOrderReturnRequest = Request.extend({
  vendor_reviewer_id: hidden(),
  admin_reviewer_id: hidden(),
  order: asked(() => ReturnedOrder).optional(),
}).meta({ id: 'OwnOrderReturnRequest' })

/** As much of the order as answers show where `fields` names nothing. */
const order = z.looseObject({ id: Id }).optional().describe('Its plain fields; `fields` can request all of it.')
/** The request as it is answered by default. */
export const ShownReturnRequest = Request.extend({ order }).meta({ id: 'ShownReturnRequest' })
export type ShownReturnRequest = z.infer<typeof ShownReturnRequest>
/** The same for the customer. */
export const ShownOwnReturnRequest = OwnOrderReturnRequest.extend({ order }).meta({ id: 'ShownOwnReturnRequest' })
export type ShownOwnReturnRequest = z.infer<typeof ShownOwnReturnRequest>

/** The fields shown where `fields` names nothing: those of the request itself, and of its order the ones that are named. */
export const returnRequestDefaults = (...ofOrder: readonly string[]) => [...Object.keys(Request.shape), ...ofOrder]

/** The path parameter of a request. @param n the number of the example, a request of the demonstration data */
export const returnRequestParams = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the request', example: demonstrationId('oretreq', n) }) })

/**
 * The parts that all operations share which show a seller or an administrator one request. @param n as of `returnRequestParams`
 */
export const oneReturnRequest = <S extends z.ZodObject>(schema: S, n: number) => ({
  params: returnRequestParams(n),
  query: RecordQuery,
  response: z.object({ order_return_request: ShownReturnRequest }),
  selects: { key: 'order_return_request', schema, defaults: returnRequestDefaults('*order') },
})

/** How lists of requests are asked for, whoever is shown them. */
export const RETURN_REQUEST_LIST = {
  sort: ['created_at', 'updated_at'],
  limit: 50,
  deleted: 'hidden',
  order: OLDEST_FIRST,
} as const
/** The same for sellers and administrators, who answer requests. */
export const REVIEWER_LIST = { ...RETURN_REQUEST_LIST, filter: ['id', 'order_id', 'status', 'created_at', 'updated_at'] } as const
