import { z } from 'zod'
import { line } from '../cart/line-item.ts'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { OrderChange } from './order-change.ts'
import { OrderItem, OrderItemDetail } from './order-item.ts'

const params = z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 4) }) })

/** A line of an order in the latest version that has it, including lines removed by an edit. */
export const OrderItemRecord = OrderItemDetail.extend({
  item: OrderItem.pick({
    ...(Object.fromEntries(
      Object.keys(line)
        .filter((name) => !/_?(?:sub)?total$|^(?:product|variant|tax_lines|quantity)$/.test(name))
        .map((name) => [name, true]),
    ) as { id: true; title: true; unit_price: true }),
  }),
  history: z
    .object({ version: z.object({ from: z.number(), to: z.number() }) })
    .describe('The versions of the order that contain the line.'),
}).meta({ id: 'OrderItemRecord' })
export type OrderItemRecord = z.infer<typeof OrderItemRecord>

/** The list of an order's changes, of which there are at most 200. */
export const ORDER_CHANGE_LIST = {
  sort: ['created_at', 'updated_at', 'version'],
  filter: [
    ...(['id', 'status', 'change_type', 'version', 'created_by', 'requested_by', 'confirmed_by', 'canceled_by'] as const),
    ...(['created_at', 'updated_at', 'deleted_at', 'requested_at', 'confirmed_at', 'canceled_at'] as const),
  ],
  limit: 200,
  deleted: 'hidden',
  order: OLDEST_FIRST,
} as const

/** Includes confirmed and declined ones, with their actions, but not canceled ones. */
export const listOrderChanges = defineOperation({
  service: 'orders',
  name: 'list-order-changes',
  method: 'GET',
  path: '/admin/orders/:id/changes',
  summary: "List an order's changes",
  params,
  query: listQuery(OrderChange, ORDER_CHANGE_LIST),
  response: listResponse('order_changes', OrderChange),
  selects: { key: 'order_changes', schema: OrderChange, defaults: 'all' },
})

/** The lines of all versions of the order, or of those that match a filter by `version`, each once. */
export const listOrderItems = defineOperation({
  service: 'orders',
  name: 'list-order-items',
  method: 'GET',
  path: '/admin/orders/:id/line-items',
  summary: "List an order's items with their history",
  params,
  query: listQuery(OrderItemRecord, {
    sort: ['created_at', 'updated_at', 'version'],
    filter: ['id', 'item_id', 'version', 'created_at', 'updated_at'],
    order: [{ field: 'item_id', direction: 1 }],
    limit: 1000,
    deleted: 'hidden',
  }),
  response: listResponse('order_items', OrderItemRecord),
  selects: {
    key: 'order_items',
    schema: OrderItemRecord,
    defaults: 'all',
    companions: [{ bring: ['item_id', 'version', 'history'], always: true }],
  },
})

export const orderRecordOperations = { listOrderChanges, listOrderItems }
