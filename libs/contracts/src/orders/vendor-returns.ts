import { z } from 'zod'
import { asked, IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { StoreOrderItem } from './order-item.ts'
import { askedLine, ReturnByItself } from './part-by-itself.ts'
import { returnActionParams, returnParams, SELECTED_RETURN } from './return-answer.ts'
import {
  beginReturnReceipt,
  cancelReturnReceipt,
  confirmReturnReceipt,
  dismissReturnItems,
  receiveReturnItems,
  removeDismissedReturnItem,
  removeReceivedReturnItem,
  updateDismissedReturnItem,
  updateReceivedReturnItem,
} from './return-receipts.ts'
import { ReturnWithReasons } from './returns.ts'
import { SoldOrder } from './vendor-order.ts'

/** A return as shown to the order's seller: with the part of the order that sellers may see. */
export const VendorReturn = ReturnByItself.extend({
  order: asked(() => SoldOrder).optional(),
  items: z.array(
    ReturnByItself.shape.items.element.extend({ item: askedLine(() => StoreOrderItem) }).meta({ id: 'VendorReturnItem' }),
  ),
}).meta({ id: 'VendorReturn' })
export type VendorReturn = z.infer<typeof VendorReturn>

const { defaults } = SELECTED_RETURN

/** Returns of the orders of the caller's seller, including those of exchanges and claims. */
export const listVendorReturns = defineOperation({
  service: 'orders',
  name: 'list-vendor-returns',
  method: 'GET',
  path: '/vendor/returns',
  summary: "List returns of the seller's orders",
  query: listQuery(ReturnWithReasons, {
    sort: ['created_at', 'updated_at', 'display_id', 'status'],
    filter: [
      ...(['id', 'order_id', 'status', 'exchange_id', 'claim_id', 'location_id'] as const),
      ...(['created_at', 'updated_at', 'requested_at', 'received_at', 'canceled_at'] as const),
    ],
    limit: 50,
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('returns', ReturnWithReasons),
  selects: { key: 'returns', schema: ReturnWithReasons, defaults },
})

/** One return. */
const one = {
  query: RecordQuery,
  response: z.object({ return: VendorReturn }),
  selects: { key: 'return', schema: VendorReturn, defaults },
} as const

/** Returns of other sellers' orders are refused like unknown ones. */
export const getVendorReturn = defineOperation({
  ...one,
  service: 'orders',
  name: 'get-vendor-return',
  method: 'GET',
  path: '/vendor/returns/:id',
  summary: "Get a return of one of the seller's orders",
  params: returnParams(2100),
})

/**
 * As for administrators, for an order of the caller's seller, and with the location that receives the items. Refused if it is not
 * one of the seller's, or stocks none of the items; items without stock come back without a location.
 */
export const beginVendorReturnReceipt = {
  ...beginReturnReceipt,
  ...one,
  name: 'begin-vendor-return-receipt',
  path: '/vendor/returns/:id/receive' as const,
  summary: "Begin the receipt of a return of one of the seller's orders",
  params: returnParams(3900),
  body: beginReturnReceipt.body
    .extend({ location_id: IdInput.optional().describe("One of the seller's stock locations; default: the return's") })
    .meta({ example: { internal_note: 'One parcel', location_id: demonstrationId('sloc', 1) } }),
}

/** As for administrators, for an order of the caller's seller. The return keeps its location. */
export const cancelVendorReturnReceipt = {
  ...cancelReturnReceipt,
  name: 'cancel-vendor-return-receipt',
  path: '/vendor/returns/:id/receive' as const,
  summary: "Cancel the receipt of a return of one of the seller's orders",
  params: returnParams(3900),
}

const NOTES = 'The action and its ID are listed with the changes of the order (`GET /vendor/orders/{id}/changes`).'
const noted = { params: returnParams(4000), description: NOTES }
const example = { items: [{ id: demonstrationId('ordli', 4000), quantity: 1 }] }

/** As for administrators, for an order of the caller's seller. */
export const receiveVendorReturnItems = {
  ...receiveReturnItems,
  ...one,
  ...noted,
  name: 'receive-vendor-return-items',
  path: '/vendor/returns/:id/receive-items' as const,
  summary: "Receive items of a return of one of the seller's orders",
  body: receiveReturnItems.body.meta({ example }),
}

/** As for administrators, for an order of the caller's seller. */
export const updateVendorReceivedReturnItem = {
  ...updateReceivedReturnItem,
  ...one,
  name: 'update-vendor-received-return-item',
  path: '/vendor/returns/:id/receive-items/:action_id' as const,
  summary: "Update a received item of a return of one of the seller's orders",
  params: returnActionParams(4000, 4000),
}

/** As for administrators, for an order of the caller's seller. */
export const removeVendorReceivedReturnItem = {
  ...removeReceivedReturnItem,
  ...one,
  name: 'remove-vendor-received-return-item',
  path: '/vendor/returns/:id/receive-items/:action_id' as const,
  summary: "Remove a received item from a return of one of the seller's orders",
  params: returnActionParams(4000, 4001),
}

/** As for administrators, for an order of the caller's seller. */
export const dismissVendorReturnItems = {
  ...dismissReturnItems,
  ...one,
  ...noted,
  name: 'dismiss-vendor-return-items',
  path: '/vendor/returns/:id/dismiss-items' as const,
  summary: "Receive damaged items of a return of one of the seller's orders",
  body: dismissReturnItems.body.meta({ example }),
}

/** As for administrators, for an order of the caller's seller. */
export const updateVendorDismissedReturnItem = {
  ...updateDismissedReturnItem,
  ...one,
  name: 'update-vendor-dismissed-return-item',
  path: '/vendor/returns/:id/dismiss-items/:action_id' as const,
  summary: "Update a damaged item of a return of one of the seller's orders",
  params: returnActionParams(4000, 4000),
}

/** As for administrators, for an order of the caller's seller. */
export const removeVendorDismissedReturnItem = {
  ...removeDismissedReturnItem,
  ...one,
  name: 'remove-vendor-dismissed-return-item',
  path: '/vendor/returns/:id/dismiss-items/:action_id' as const,
  summary: "Remove a damaged item from a return of one of the seller's orders",
  params: returnActionParams(4000, 4002),
}

/**
 * As for administrators, for an order of the caller's seller. Undamaged units are restocked at the return's location, which must
 * be one of the seller's: otherwise nothing is received, and the receipt can be canceled and begun again with another location.
 */
export const confirmVendorReturnReceipt = {
  ...confirmReturnReceipt,
  ...one,
  name: 'confirm-vendor-return-receipt',
  path: '/vendor/returns/:id/receive/confirm' as const,
  summary: "Confirm the receipt of a return of one of the seller's orders",
  description: 'The order gets a new version.',
  params: returnParams(4000),
}

export const vendorReturnOperations = {
  listVendorReturns,
  getVendorReturn,
  beginVendorReturnReceipt,
  cancelVendorReturnReceipt,
  receiveVendorReturnItems,
  updateVendorReceivedReturnItem,
  removeVendorReceivedReturnItem,
  dismissVendorReturnItems,
  updateVendorDismissedReturnItem,
  removeVendorDismissedReturnItem,
  confirmVendorReturnReceipt,
}
