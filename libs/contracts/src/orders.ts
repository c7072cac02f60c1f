import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { IdInput } from './schemas/common.ts'
import { Order, OrderListEntry } from './schemas/order.ts'
import { OrderPreview } from './schemas/order-preview.ts'
import { VendorQuery } from './vendor-query.ts'

const params = z.object({ id: IdInput.describe('ID of the order') })

export const getOrder = defineOperation({
  service: 'orders',
  name: 'get-order',
  method: 'GET',
  path: '/admin/orders/:id',
  summary: 'Get an order',
  params,
  response: z.object({ order: Order }),
  selects: { key: 'order', schema: Order, defaults: 'all' },
})

/** The order as it would be once its active change is confirmed; the order itself when there is none. */
export const previewOrder = defineOperation({
  service: 'orders',
  name: 'preview-order',
  method: 'GET',
  path: '/admin/orders/:id/preview',
  summary: 'Preview an order with its active change applied',
  params,
  response: z.object({ order: OrderPreview }),
  selects: { key: 'order', schema: OrderPreview, defaults: 'all' },
})

/** Newest first; only orders with the caller's seller. A customer who never bought there has none, like one who does not exist. */
export const listCustomerOrders = defineOperation({
  service: 'orders',
  name: 'list-customer-orders',
  method: 'GET',
  path: '/vendor/customers/:id/orders',
  summary: "List a customer's orders",
  params: z.object({ id: IdInput.describe('ID of the customer') }),
  query: VendorQuery,
  response: z.object({ orders: z.array(OrderListEntry), count: z.int(), offset: z.int(), limit: z.int() }),
  selects: {
    key: 'orders',
    schema: Order,
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

export const orderOperations = [getOrder, previewOrder, listCustomerOrders]
