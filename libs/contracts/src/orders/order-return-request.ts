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

/** `refunded`: granted, with a return of the order; `withdrawn`: refused; `escalated`: left to administrators. */
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

/** A customer's request to return items of an order, and the answers to it. An order has at most one. */
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

/** A request as shown to administrators. */
export const OrderReturnRequest = Request.extend({ order: asked(() => Order).optional() }).meta({ id: 'OrderReturnRequest' })
export type OrderReturnRequest = z.infer<typeof OrderReturnRequest>

/** The same as shown to the order's seller. */
export const VendorOrderReturnRequest = Request.extend({ order: asked(() => SoldOrder).optional() }).meta({
  id: 'VendorOrderReturnRequest',
})

const seller = asked((): z.ZodType => StoreSeller)
  .optional()
  .describe('The seller, if requested with `fields`; null for an order of the marketplace itself.')
const ReturnedOrder = BoughtOrder.extend({ seller }).meta({ id: 'ReturnedOrder' })

/** The same as shown to the order's customer: without the people who answered it. */
export const OwnOrderReturnRequest = Request.extend({
  vendor_reviewer_id: hidden(),
  admin_reviewer_id: hidden(),
  order: asked(() => ReturnedOrder).optional(),
}).meta({ id: 'OwnOrderReturnRequest' })

/** The part of the order that answers show by default. */
const order = z.looseObject({ id: Id }).optional().describe('Its plain fields; `fields` can request all of it.')
/** The request as shown by default. */
export const ShownReturnRequest = Request.extend({ order }).meta({ id: 'ShownReturnRequest' })
export type ShownReturnRequest = z.infer<typeof ShownReturnRequest>
/** The same for the customer. */
export const ShownOwnReturnRequest = OwnOrderReturnRequest.extend({ order }).meta({ id: 'ShownOwnReturnRequest' })
export type ShownOwnReturnRequest = z.infer<typeof ShownOwnReturnRequest>

/** The default fields: those of the request itself, and the given ones of its order. */
export const returnRequestDefaults = (...ofOrder: readonly string[]) => [...Object.keys(Request.shape), ...ofOrder]

/** The path parameter of a request. @param n the number of the example, a request of the demonstration data */
export const returnRequestParams = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the request', example: demonstrationId('oretreq', n) }) })

/** The shared parts of all operations that show a seller or an administrator one request. @param n as of `returnRequestParams` */
export const oneReturnRequest = <S extends z.ZodObject>(schema: S, n: number) => ({
  params: returnRequestParams(n),
  query: RecordQuery,
  response: z.object({ order_return_request: ShownReturnRequest }),
  selects: { key: 'order_return_request', schema, defaults: returnRequestDefaults('*order') },
})

/** The parameters of all lists of requests. */
export const RETURN_REQUEST_LIST = {
  sort: ['created_at', 'updated_at'],
  limit: 50,
  deleted: 'hidden',
  order: OLDEST_FIRST,
} as const
/** The same for sellers and administrators, who answer requests. */
export const REVIEWER_LIST = { ...RETURN_REQUEST_LIST, filter: ['id', 'order_id', 'status', 'created_at', 'updated_at'] } as const
