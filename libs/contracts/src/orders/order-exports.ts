import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { csvExport, ExportBegun, exportFinished, exportPart, Written } from '../operation/csv-export.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { listOrders } from './orders.ts'

/** A CSV file of orders. */
export const OrderExport = z.object({ ...csvExport, orders: Written }).meta({ id: 'OrderExport' })
export type OrderExport = z.infer<typeof OrderExport>

/**
 * Exports all orders that the list shows with the same parameters; those that say how it shows them have no effect. Answered at
 * once.
 */
export const exportOrders = defineOperation({
  service: 'orders',
  name: 'export-orders',
  method: 'POST',
  path: '/admin/orders/export',
  summary: 'Write a CSV file of orders',
  status: 202,
  query: listOrders.query,
  response: ExportBegun,
  if_match: 'none',
})
export const getOrderExport = defineOperation({
  service: 'orders',
  name: 'get-order-export',
  method: 'GET',
  path: '/admin/order-exports/:id',
  summary: 'Get how far an export of orders is, and where its file lies',
  params: z.object({ id: IdInput.meta({ description: 'ID of the export', example: demonstrationId('oexp', 1) }) }),
  response: z.object({ order_export: OrderExport }),
  selects: { key: 'order_export', schema: OrderExport, defaults: 'all' },
})
export const getOrderExportPart = defineOperation({
  ...exportPart,
  service: 'orders',
  name: 'get-order-export-part',
  summary: 'Read a part of a CSV file of orders',
})

export const orderExportOperations = { exportOrders, getOrderExport, getOrderExportPart }

export const orderExportFinished = exportFinished('orders', 'order-export', 'orders')
