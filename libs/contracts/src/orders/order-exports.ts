import { z } from 'zod'
import { csvExport, Written } from '../operation/csv-export.ts'
import { csvExportOperations } from '../operation/csv-export-operations.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listOrders } from './orders.ts'

/** A CSV file of orders. */
export const OrderExport = z.object({ ...csvExport, orders: Written }).meta({ id: 'OrderExport' })
export type OrderExport = z.infer<typeof OrderExport>

export const {
  begin: exportOrders,
  get: getOrderExport,
  part: getOrderExportPart,
  finished: orderExportFinished,
} = csvExportOperations({
  list: listOrders,
  names: ['order', 'orders'],
  key: 'order_export',
  schema: OrderExport,
  example: demonstrationId('oexp', 1),
})

export const orderExportOperations = { exportOrders, getOrderExport, getOrderExportPart }
