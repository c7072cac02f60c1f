import { z } from 'zod'
import { cartTotals } from '../cart/totals.ts'
import { asked, IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { SellerParams } from '../sellers/seller.ts'
import { CommissionLine } from './commission-lines.ts'
import { Order, orderShape } from './order.ts'
import { OrderChange } from './order-change.ts'
import { COMPANIONS_NOTE } from './order-companions.ts'
import { ORDER_CHANGE_LIST } from './order-records.ts'
import { ORDER_SEARCH } from './orders.ts'
import {
  LISTED_VENDOR_ORDER_COMPANIONS,
  LISTED_VENDOR_ORDER_DEFAULTS,
  OWN_VENDOR_ORDER_DEFAULTS,
  SoldOrder,
  VENDOR_ORDER_COMPANIONS,
  VENDOR_ORDER_DEFAULTS,
  VendorOrder,
} from './vendor-order.ts'

const paramsOf = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', n) }) })
const params = paramsOf(1)

const NOTE = `${COMPANIONS_NOTE} For sellers, it also includes items, fulfillments and the split payment.`

/** The default fields of a seller's list of orders. */
export const VendorOrderListEntry = z
  .looseObject({
    id: orderShape.id,
    display_id: orderShape.display_id,
    status: orderShape.status,
    email: orderShape.email,
    currency_code: orderShape.currency_code,
    version: orderShape.version,
    metadata: orderShape.metadata,
    created_at: orderShape.created_at,
    updated_at: orderShape.updated_at,
    region_id: orderShape.region_id,
    ...cartTotals,
  })
  .meta({ id: 'VendorOrderListEntry' })

const LIST = {
  sort: ['created_at', 'updated_at', 'display_id'],
  filter: [
    ...(['id', 'status', 'payment_status', 'fulfillment_status', 'customer_id', 'region_id', 'sales_channel_id'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
  q: ORDER_SEARCH,
  deleted: 'hidden',
} as const

const listed = {
  key: 'orders',
  schema: VendorOrder,
  companions: LISTED_VENDOR_ORDER_COMPANIONS,
  defaults: [...Object.keys(VendorOrderListEntry.shape), ...OWN_VENDOR_ORDER_DEFAULTS],
} as const

/** The orders of the caller's seller, without drafts. */
export const listVendorOrders = defineOperation({
  service: 'orders',
  name: 'list-vendor-orders',
  method: 'GET',
  path: '/vendor/orders',
  summary: "List the seller's orders",
  description: NOTE,
  query: listQuery(Order, LIST),
  response: listResponse('orders', VendorOrderListEntry),
  selects: listed,
})

/** For administrators. An unknown seller has none. */
export const listSellerOrders = {
  ...listVendorOrders,
  name: 'list-seller-orders',
  path: '/admin/sellers/:id/orders' as const,
  summary: "List a seller's orders",
  query: listQuery(Order, { ...LIST, order: OLDEST_FIRST }),
  params: SellerParams,
  selects: { ...listed, defaults: [...Object.keys(VendorOrderListEntry.shape), ...LISTED_VENDOR_ORDER_DEFAULTS] },
}

/** One order. */
const one = {
  description: NOTE,
  query: RecordQuery,
  response: z.object({ order: VendorOrder }),
  selects: { key: 'order', schema: VendorOrder, defaults: VENDOR_ORDER_DEFAULTS, companions: VENDOR_ORDER_COMPANIONS },
} as const

/** Other sellers' orders are refused like unknown ones. */
export const getVendorOrder = defineOperation({
  ...one,
  service: 'orders',
  name: 'get-vendor-order',
  method: 'GET',
  path: '/vendor/orders/:id',
  summary: "Get one of the seller's orders",
  params,
})

/** As for administrators, for an order of the caller's seller: refused if it is completed, and while a parcel is on its way. */
export const cancelVendorOrder = defineOperation({
  ...one,
  service: 'orders',
  name: 'cancel-vendor-order',
  method: 'POST',
  path: '/vendor/orders/:id/cancel',
  summary: "Cancel one of the seller's orders",
  params: paramsOf(8),
})

/** As for administrators, for an order of the caller's seller. */
export const completeVendorOrder = defineOperation({
  ...one,
  service: 'orders',
  name: 'complete-vendor-order',
  method: 'POST',
  path: '/vendor/orders/:id/complete',
  summary: "Complete one of the seller's orders",
  params: paramsOf(2),
})

const Commission = z.object({
  commission_value: z.object({
    amount: z.string().describe('A decimal number: the sum of all lines, exactly.'),
    currency_code: orderShape.currency_code,
  }),
  commission_lines: z.array(CommissionLine).describe('Lines of the order to which no rule applied have none.'),
})

/**
 * The marketplace's share of an order, as computed when the order was placed: later edits and returns do not change it. Its
 * `ETag` is that of the order.
 */
export const getVendorOrderCommission = defineOperation({
  service: 'orders',
  name: 'get-vendor-order-commission',
  method: 'GET',
  path: '/vendor/orders/:id/commission',
  summary: "Get the commission on one of the seller's orders",
  params,
  response: z.object({ commission: Commission }),
  selects: { key: 'commission', schema: Commission, defaults: 'all' },
})

const VendorOrderChange = OrderChange.extend({ order: asked(() => SoldOrder) }).meta({ id: 'VendorOrderChange' })

/** As for administrators, for an order of the caller's seller; administrators' notes are not shown. */
export const listVendorOrderChanges = defineOperation({
  service: 'orders',
  name: 'list-vendor-order-changes',
  method: 'GET',
  path: '/vendor/orders/:id/changes',
  summary: "List the changes of one of the seller's orders",
  params,
  query: listQuery(OrderChange, ORDER_CHANGE_LIST),
  response: listResponse('order_changes', VendorOrderChange),
  selects: { key: 'order_changes', schema: VendorOrderChange, defaults: 'all' },
})

export const vendorOrderOperations = {
  listVendorOrders,
  listSellerOrders,
  getVendorOrder,
  listVendorOrderChanges,
  cancelVendorOrder,
  completeVendorOrder,
  getVendorOrderCommission,
}
