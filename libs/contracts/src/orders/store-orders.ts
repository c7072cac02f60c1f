import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { AdminOrderListEntry, Order } from './order.ts'
import { COMPANIONS_NOTE, ORDER_COMPANIONS, WITH_ITEMS_COMPANIONS, withItemsDefaults } from './order-companions.ts'
import { ListedBoughtOrder, ReadStoreOrder } from './store-order.ts'

/** The default fields of a customer's own orders; `fields` may request every field of `ListedBoughtOrder`. */
const OwnOrder = z
  .looseObject({
    id: Order.shape.id,
    status: Order.shape.status,
    version: Order.shape.version,
    summary: Order.shape.summary,
    display_id: Order.shape.display_id,
    custom_display_id: Order.shape.custom_display_id,
    total: Order.shape.total,
    currency_code: Order.shape.currency_code,
    metadata: Order.shape.metadata,
    created_at: Order.shape.created_at,
    updated_at: Order.shape.updated_at,
    payment_status: Order.shape.payment_status,
    fulfillment_status: Order.shape.fulfillment_status,
    items: AdminOrderListEntry.shape.items,
  })
  .meta({ id: 'OwnOrder' })

/** For all sellers, without drafts. */
export const listOwnOrders = defineOperation({
  service: 'orders',
  name: 'list-own-orders',
  method: 'GET',
  path: '/store/orders',
  customersOnly: true,
  summary: "List the current customer's orders",
  description: COMPANIONS_NOTE,
  query: listQuery(Order, {
    sort: ['created_at', 'display_id'],
    filter: ['id', 'status'],
    limit: 50,
    order: OLDEST_FIRST,
  }),
  response: listResponse('orders', OwnOrder),
  selects: { key: 'orders', schema: ListedBoughtOrder, companions: WITH_ITEMS_COMPANIONS, defaults: withItemsDefaults(OwnOrder) },
})

/**
 * Shown to anybody with the order's id, which cannot be guessed: without its customer and its metadata. Only its customer sees
 * the codes of its gift cards. Drafts are not found.
 */
export const getStoreOrder = defineOperation({
  service: 'orders',
  name: 'get-store-order',
  method: 'GET',
  path: '/store/orders/:id',
  summary: 'Get an order',
  description: COMPANIONS_NOTE,
  params: z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 1) }) }),
  response: z.object({ order: ReadStoreOrder }),
  selects: { key: 'order', schema: ReadStoreOrder, defaults: 'all', companions: ORDER_COMPANIONS },
})

export const storeOrderOperations = { listOwnOrders, getStoreOrder }
