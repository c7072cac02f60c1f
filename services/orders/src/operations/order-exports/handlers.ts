import { exportOrders, getOrderExport, getOrderExportPart, orderExportOperations } from '@souk/contracts'
import { csvExportHandlers, implementAll } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

const handlers = csvExportHandlers({
  store: (deps: Deps) => deps.orderExports,
  name: 'order-exports',
  keys: ['order_export', 'orders'],
})

export const orderExportHandlers = implementAll(orderExportOperations, {
  exportOrders: handlers.begin(exportOrders),
  getOrderExport: handlers.get(getOrderExport),
  getOrderExportPart: handlers.part(getOrderExportPart),
})
