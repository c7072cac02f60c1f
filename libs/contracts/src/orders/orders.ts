import { z } from 'zod'
import { FieldsQuery, IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { AdminOrder, AdminOrderListEntry, GiftCardOrder, Order, OrderListEntry } from './order.ts'
import {
  COMPANIONS_NOTE,
  LISTED_ORDER_COMPANIONS,
  ORDER_COMPANIONS,
  WITH_ITEMS_COMPANIONS,
  withItemsDefaults,
} from './order-companions.ts'
import { PreviewedOrder } from './order-preview.ts'
import { SoldOrder } from './vendor-order.ts'

const ADDRESS_SEARCH = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'city',
  'province',
  'postal_code',
  'phone',
] as const

/** The fields of an order that `q` searches. */
export const ORDER_SEARCH = [
  'display_id',
  'custom_display_id',
  'email',
  ...(['shipping_address', 'billing_address'] as const).flatMap((address) =>
    ADDRESS_SEARCH.map((field) => `${address}.${field}` as const),
  ),
  'items.title',
  'items.product_title',
  'items.variant_sku',
] as const

const params = z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 1) }) })
const selects = { key: 'order', defaults: 'all', companions: ORDER_COMPANIONS } as const

/**
 * The current order, or one of its versions: with the lines, shipping methods, credit lines and the summary it had until the next
 * change was confirmed, and their totals. Payments, parcels, addresses and statuses are always the current ones.
 */
export const getOrder = defineOperation({
  service: 'orders',
  name: 'get-order',
  method: 'GET',
  path: '/admin/orders/:id',
  summary: 'Get an order',
  description: COMPANIONS_NOTE,
  params,
  query: z.strictObject({
    fields: FieldsQuery.optional(),
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
      .transform(Number)
      .optional()
      .meta({ type: 'integer', minimum: 1, description: 'A version of the order. Default: the latest.' }),
  }),
  response: z.object({ order: AdminOrder }),
  selects: { ...selects, schema: AdminOrder },
})

/** The order as it would be once its active change is confirmed; the order itself if there is none. */
export const previewOrder = defineOperation({
  service: 'orders',
  name: 'preview-order',
  method: 'GET',
  path: '/admin/orders/:id/preview',
  summary: 'Preview an order with its active change applied',
  description: COMPANIONS_NOTE,
  params,
  response: z.object({ order: PreviewedOrder }),
  selects: { ...selects, schema: PreviewedOrder },
})

/** Orders of all sellers, without drafts. */
export const listOrders = defineOperation({
  service: 'orders',
  name: 'list-orders',
  method: 'GET',
  path: '/admin/orders',
  summary: 'List orders',
  description: COMPANIONS_NOTE,
  query: listQuery(Order, {
    sort: ['created_at', 'updated_at', 'display_id'],
    filter: ['id', 'status', 'region_id', 'sales_channel_id', 'customer_id', 'total', 'created_at', 'updated_at'],
    q: ORDER_SEARCH,
    limit: 15,
    order: OLDEST_FIRST,
  }),
  response: listResponse('orders', AdminOrderListEntry),
  selects: {
    key: 'orders',
    schema: AdminOrder,
    companions: WITH_ITEMS_COMPANIONS,
    defaults: withItemsDefaults(AdminOrderListEntry),
  },
})

/** Orders paid in part with the gift card; none for an unknown card. */
export const listGiftCardOrders = defineOperation({
  service: 'orders',
  name: 'list-gift-card-orders',
  method: 'GET',
  path: '/admin/gift-cards/:id/orders',
  summary: 'List the orders paid with a gift card',
  description: COMPANIONS_NOTE,
  params: z.object({ id: IdInput.meta({ description: 'ID of the gift card', example: demonstrationId('gcard', 2) }) }),
  query: listQuery(Order, {
    sort: ['created_at', 'updated_at', 'display_id'],
    filter: ['id', 'status', 'customer_id', 'created_at', 'updated_at'],
    limit: 15,
    order: OLDEST_FIRST,
  }),
  response: listResponse('orders', GiftCardOrder),
  selects: {
    key: 'orders',
    schema: AdminOrder,
    companions: LISTED_ORDER_COMPANIONS,
    defaults: Object.keys(GiftCardOrder.shape),
  },
})

/** Newest first; only orders of the caller's seller. A customer who never bought there has none, like an unknown one. */
export const listCustomerOrders = defineOperation({
  service: 'orders',
  name: 'list-customer-orders',
  method: 'GET',
  path: '/vendor/customers/:id/orders',
  summary: "List a customer's orders",
  description: `${COMPANIONS_NOTE} With \`fields\`, it also includes items.`,
  params: z.object({ id: IdInput.meta({ description: 'ID of the customer', example: demonstrationId('cus', 1) }) }),
  query: listQuery(Order, { sort: ['created_at', 'updated_at', 'display_id'], deleted: 'hidden' }),
  response: listResponse('orders', OrderListEntry),
  selects: {
    key: 'orders',
    schema: SoldOrder,
    companions: WITH_ITEMS_COMPANIONS,
    defaults: [
      'id',
      'version',
      'region_id',
      'status',
      'customer_id',
      'sales_channel_id',
      'email',
      'currency_code',
      'display_id',
      'is_draft_order',
      'metadata',
      'summary',
      'created_at',
      'updated_at',
    ],
  },
})

export const orderOperations = { listOrders, getOrder, previewOrder, listCustomerOrders, listGiftCardOrders }
